import { useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

const CHANGED = 'carquay:cards';
/** In the browser's storage; the boot script reads it before the first paint. */
const STORED = 'cards';

/** Switches the lists of cars between large and compact cards. The browser remembers the choice. */
export function CardSizeToggle() {
  const t = useTranslator();
  const compact = useSyncExternalStore(subscribe, isCompact, () => false);
  return (
    <button
      type="button"
      aria-pressed={compact}
      aria-label={t('explore.compact')}
      onClick={() => choose(!compact)}
      className="grid size-14 shrink-0 place-items-center rounded-md border border-line-strong bg-surface aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground noscript:hidden"
    >
      <Icon name="rows" />
    </button>
  );
}

function isCompact(): boolean {
  return document.documentElement.dataset.cards === 'compact';
}

function choose(compact: boolean): void {
  const { dataset } = document.documentElement;
  if (compact) dataset.cards = 'compact';
  else delete dataset.cards;
  try {
    if (compact) localStorage.setItem(STORED, 'compact');
    else localStorage.removeItem(STORED);
  } catch {
    // A browser may deny storage; the choice then lasts until the page is reloaded.
  }
  dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}
