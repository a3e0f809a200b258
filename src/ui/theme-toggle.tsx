import { useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from './icon.tsx';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';
const CHANGED = 'carquay:theme';

/** Follows the system theme until the user chooses one, which is stored. */
export function ThemeToggle() {
  const t = useTranslator();
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return (
    <button
      type="button"
      aria-pressed={dark}
      aria-label={t('shell.theme')}
      onClick={() => choose(dark ? 'light' : 'dark')}
      className="grid size-11 place-items-center rounded-md hover:bg-sunken"
    >
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia(SYSTEM_DARK).matches;
}

function choose(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } finally {
    dispatchEvent(new Event(CHANGED));
  }
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(SYSTEM_DARK);
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== 'theme' || (newValue !== 'light' && newValue !== 'dark')) return;
    document.documentElement.dataset.theme = newValue;
    listener();
  };
  system.addEventListener('change', listener);
  addEventListener(CHANGED, listener);
  addEventListener('storage', follow);
  return () => {
    system.removeEventListener('change', listener);
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', follow);
  };
}
