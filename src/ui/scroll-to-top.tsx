import { useEffect, useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from './icon.tsx';

/** Share of the window height after which the button appears. */
const APPEARS_AT = 0.4;
const EVENTS = ['scroll', 'resize'] as const;

/** Hides while it would lie over an element with `data-keep-clear`, such as a calendar. */
export function ScrollToTop() {
  const t = useTranslator();
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const update = () => setShown(scrollY > innerHeight * APPEARS_AT && !isInTheWay(button.current));
    update();
    for (const event of EVENTS) addEventListener(event, update, { passive: true });
    return () => {
      for (const event of EVENTS) removeEventListener(event, update);
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      aria-label={t('shell.toTop')}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
      className={`fixed end-4 bottom-[calc(1rem+var(--bottom-bar,0px)+var(--compare-bar,0px))] z-30 grid size-12 place-items-center rounded-full border border-line bg-raised shadow-float ${shown ? '' : 'invisible'}`}
    >
      <Icon name="up" />
    </button>
  );
}

function isInTheWay(button: Element | null): boolean {
  if (!button) return false;
  const { top, bottom, left, right } = button.getBoundingClientRect();
  return Array.from(document.querySelectorAll('[data-keep-clear]')).some((element) => {
    const box = element.getBoundingClientRect();
    return box.top < bottom && box.bottom > top && box.left < right && box.right > left;
  });
}
