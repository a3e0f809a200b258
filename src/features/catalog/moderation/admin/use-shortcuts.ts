import { useEffect, useState, useSyncExternalStore } from 'react';

const OFF = 'admin:shortcuts-off';
const TYPING = 'input, select, textarea, [contenteditable], dialog';

/**
 * Binds single keys to actions. They are disabled while typing, in dialogs, and if switched off, which is stored on
 * this device.
 */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const [enabled, setEnabled] = useEnabled();
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || (target as Element).closest?.(TYPING)) return;
      const shortcut = shortcuts[key.toLowerCase()];
      if (!shortcut) return;
      event.preventDefault();
      shortcut();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcuts, enabled]);
  return { enabled, setEnabled };
}

const subscribeNever = () => () => {};

function useEnabled(): [boolean, (enabled: boolean) => void] {
  const stored = useSyncExternalStore(
    subscribeNever,
    () => localStorage.getItem(OFF) === null,
    () => true,
  );
  const [chosen, setChosen] = useState<boolean>();
  const choose = (enabled: boolean) => {
    if (enabled) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
    setChosen(enabled);
  };
  return [chosen ?? stored, choose];
}
