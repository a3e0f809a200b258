import { useEffect, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from './icon.tsx';

/** Share of the window height after which the button appears. */
const APPEARS_AT = 0.4;

export function ScrollToTop() {
  const t = useTranslator();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const update = () => setShown(scrollY > innerHeight * APPEARS_AT);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  if (!shown) return null;
  return (
    <button
      type="button"
      aria-label={t('shell.toTop')}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
      className="fixed end-4 bottom-[calc(1rem+var(--bottom-bar,0px))] z-30 grid size-12 place-items-center rounded-full border border-line bg-raised shadow-float"
    >
      <Icon name="up" />
    </button>
  );
}
