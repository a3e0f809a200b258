import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';

const SHOWN_AFTER_MS = 150;

const CAR_PAGES = [paths.buyCar, paths.rentCar, paths.payment].map((path) => path.replace(/:.*$/, ''));

/** Progress bar at the top while a page loads, after a short delay; for a car also with text. The pressed link is dimmed. */
export function NavigationProgress() {
  const t = useTranslator();
  const { state, location } = useNavigation();
  const loading = state !== 'idle';
  const toCar = CAR_PAGES.some((path) => location?.pathname.startsWith(path));
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  usePressedMark(shown && loading);
  if (!shown) return null;
  return (
    <>
      <div className="progress-line fixed inset-x-0 top-0 z-50 h-1 bg-action" aria-hidden="true" />
      {toCar && (
        <p
          role="status"
          className="fixed inset-x-0 top-20 z-50 mx-auto flex w-max items-center gap-3 rounded-full border border-line bg-raised px-5 py-2 font-semibold shadow-float"
        >
          <span className="spinner" aria-hidden="true" />
          {t('car.loading')}
        </p>
      )}
    </>
  );
}

export function OfflineBar() {
  const t = useTranslator();
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

/** Shown on stored pages, which the service worker marks with `data-kept`. */
export function OfflineCopyBar() {
  const t = useTranslator();
  const { pathname } = useLocation();
  const [marked] = useState(pathname);
  const cachedAt = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.kept,
    () => undefined,
  );
  useEffect(() => {
    if (pathname !== marked) delete document.documentElement.dataset.kept;
  }, [pathname, marked]);
  return (
    <p role="status" className="kept-bar bg-waiting-ground px-4 py-2 text-center font-semibold text-sm text-waiting">
      {cachedAt ? t('shell.kept.at', { time: t.utcTime(cachedAt) }) : t('shell.kept')}{' '}
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own */}
      <a href="" className="underline underline-offset-4">
        {t('shell.kept.again')}
      </a>
    </p>
  );
}

/** Shown if the page's scripts failed to load, which the boot script detects. */
export function BrokenBar() {
  const t = useTranslator();
  return (
    <p role="alert" className="broken-bar bg-waiting-ground px-4 py-2 text-center font-semibold text-sm text-waiting">
      {t('shell.broken')}{' '}
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address is this page's own, also without scripts */}
      <a href="" className="underline underline-offset-4">
        {t('shell.error.reload')}
      </a>
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

/** Marks the link or button that was pressed last while a page loads, so that it visibly reacts on a slow connection. */
function usePressedMark(isLoading: boolean): void {
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target.closest('a, button') : null;
    };
    addEventListener('click', remember, true);
    return () => removeEventListener('click', remember, true);
  }, []);
  useEffect(() => {
    const element = pressed.current;
    if (!isLoading || element === null) return;
    element.setAttribute('data-pressed', '');
    element.setAttribute('aria-busy', 'true');
    return () => {
      element.removeAttribute('data-pressed');
      element.removeAttribute('aria-busy');
    };
  }, [isLoading]);
}
