import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { coverUrl } from '../model/cover.ts';
import './hero.css';

const WIDTHS = [640, 960, 1600] as const;

/** @param explore the address of the list of cars */
export function Hero({ explore, children }: { explore: string; children: React.ReactNode }) {
  const t = useTranslator();
  return (
    <header className="hero relative overflow-x-clip border-line border-b bg-ground">
      <div className="mx-auto grid max-w-[86rem] content-center gap-5 px-4 pt-9 pb-7 md:px-8 lg:min-h-[36rem] lg:py-16">
        <h1 className="max-w-[16ch] text-3xl">{t('home.hero.title')}</h1>
        <p className="max-w-[40ch] text-ink-soft text-lg">{t('home.hero.text')}</p>
        <div className="lg:max-w-[34rem]">{children}</div>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={explore} kind="action">
            {t('home.hero.browse')}
          </LinkButton>
          <LinkButton to={paths.about}>{t('home.hero.about')}</LinkButton>
        </div>
      </div>
      <Scene name="hero-light" className="by-day" />
      <Scene name="hero-dark" className="by-night" />
    </header>
  );
}

/** The browser loads only the picture of the current theme. `sizes` lets phones load a smaller file. */
function Scene({ name, className }: { name: string; className: string }) {
  const set = (format: 'avif' | 'webp') =>
    WIDTHS.map((width) => `${coverUrl(name, format, width)} ${width}w`).join(', ');
  const sizes = '(min-width: 64rem) 58rem, 75vw';
  return (
    <picture className={`hero-scene ${className}`}>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      <img src={coverUrl(name, 'jpg', 960)} alt="" width={1600} height={1000} loading="lazy" fetchPriority="high" />
    </picture>
  );
}
