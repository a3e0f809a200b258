import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { useWords } from '#platform/words/words-context.tsx';

const SHOWN_AFTER_MS = 150;

/** A thin line at the top while a page is on its way, once that takes long enough to notice. */
export function NavigationProgress() {
  const loading = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  return shown ? <div className="progress-line fixed inset-x-0 top-0 z-50 h-1 bg-action" aria-hidden="true" /> : null;
}

export function OfflineBar() {
  const t = useWords();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <p role="status" className="bg-waiting-ground px-4 py-2 text-center font-semibold text-sm text-waiting">
      {t('shell.offline')}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
