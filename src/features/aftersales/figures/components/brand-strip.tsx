import { useState } from 'react';
import { Link } from 'react-router';
import { brands } from '#content/home/brands.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import './brand-strip.css';

/**
 * Scrolls the popular brands. Without a car of one, its list says so and shows cars that come close. Stops for reduced motion, hover,
 * focus and the pause button.
 */
export function BrandStrip() {
  const t = useTranslator();
  const [paused, setPaused] = useState(false);
  return (
    <section aria-labelledby="brands" className="border-line border-b py-6">
      <div className="mx-auto flex max-w-[86rem] items-center justify-between px-4 md:px-8">
        <h2 id="brands" className="font-semibold text-base text-ink-soft">
          {t('home.brands.title')}
        </h2>
        <button
          type="button"
          aria-label={t(paused ? 'home.brands.play' : 'home.brands.pause')}
          onClick={() => setPaused(!paused)}
          className="-me-3 grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken motion-reduce:hidden noscript:hidden"
        >
          <Icon name={paused ? 'play' : 'pause'} className="size-4" />
        </button>
      </div>
      <div className="brand-strip" data-paused={paused || undefined}>
        <Logos />
        <Logos copy />
      </div>
    </section>
  );
}

/** @param copy second list that makes the loop seamless; hidden from assistive technology and the keyboard */
function Logos({ copy = false }: { copy?: boolean }) {
  const t = useTranslator();
  return (
    <ul aria-hidden={copy || undefined} inert={copy}>
      {brands.map(({ name, logo, make }) => (
        <li key={name}>
          <Link
            to={`${paths.explore}?make=${encodeURIComponent(make)}`}
            className="block rounded-md bg-on-quay outline-offset-2 hover:opacity-80"
          >
            <img
              src={logo}
              alt={copy ? '' : t('home.brands.alt', { brand: name })}
              width={120}
              height={80}
              loading="lazy"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
