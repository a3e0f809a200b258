import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useMatches, useNavigation, useRouteLoaderData } from 'react-router';
import { OperatorLine } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { hidesShell, isPrivate, paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ScrollToTop } from '#ui/scroll-to-top.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { CONTENT_ID, PageMain } from './page-main.tsx';
import { RightsNote, SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Pages of work that navigation and marketing would only interrupt: paying, and reporting steps in a yard. */
const PLAIN = [paths.payment.replace(/:.*$/, ''), paths.yard];
const SITE_FRAME = { Header: SiteHeader, Footer: SiteFooter };
const PLAIN_FRAME = { Header: PlainHeader, Footer: PlainFooter };

/** `handle` of layout routes that render their own main element. */
export const OWN_MAIN = { ownMain: true };

/** The site's shell around a page, or around a layout with its own main element. */
export function PageShell({ children }: { children: React.ReactNode }) {
  const ownMain = useMatches().some(({ handle }) => handle === OWN_MAIN);
  return <SiteShell ownMain={ownMain}>{children}</SiteShell>;
}

/** Shell of every page. Admin pages and the error page have no header and footer, pages of work short ones. */
export function SiteShell({ ownMain = false, children }: { ownMain?: boolean; children: React.ReactNode }) {
  const t = useTranslator();
  const { pathname } = useLocation();
  const frame = hidesShell(pathname)
    ? null
    : PLAIN.some((path) => pathname.startsWith(path))
      ? PLAIN_FRAME
      : SITE_FRAME;
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-md focus:bg-raised focus:p-3"
      >
        {t('shell.skip')}
      </a>
      <NavigationProgress />
      {frame && <frame.Header />}
      <Toasts />
      <OfflineBar />
      <OfflineCopyBar />
      <BrokenBar />
      <NoticeBar />
      {ownMain ? children : <PageMain>{children}</PageMain>}
      {frame && <frame.Footer />}
      <ScrollToTop />
      {frame === SITE_FRAME && !isPrivate(pathname) && <LoadingScreen />}
    </>
  );
}

/**
 * Lies over the finished page for the first 2.5 seconds of a visit; the boot script decides whether and how long. Personal pages and those of
 * work omit it, because their visitors have a task.
 */
function LoadingScreen() {
  return (
    <div className="loading-screen" aria-hidden="true">
      <Logo />
      <span className="loading-line" />
    </div>
  );
}

/** What the last page had to say when no script could: as a toast would, above the page that it led to. */
function NoticeBar() {
  const notice = (useRouteLoaderData('root') as { notice: string | null } | undefined)?.notice;
  const { key } = useLocation();
  if (!notice || key !== 'default') return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-verified-ground px-4 py-2 font-semibold text-verified"
    >
      <Icon name="check" />
      {notice}
    </p>
  );
}

const LINK = 'inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline';

/** Header without navigation. */
function PlainHeader() {
  const t = useTranslator();
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground">
      <div className="mx-auto flex h-16 max-w-5xl items-center gap-2 px-4 md:px-8">
        <Link to={paths.home} aria-label={t('shell.home')} className="me-auto rounded-md">
          <Logo />
        </Link>
        <Link to={paths.contact} className={`${LINK} px-2 font-semibold`}>
          <Icon name="chat" />
          {t('shell.nav.contact')}
        </Link>
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Footer with the company that operates the site. */
function PlainFooter() {
  const t = useTranslator();
  return (
    <footer className="border-line border-t text-ink-soft text-sm">
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 px-4 py-3 md:px-8">
        <RightsNote />
        <OperatorLine marksGaps={false} />
        <Link to={paths.contact} className={LINK}>
          {t('shell.footer.contact')}
        </Link>
      </div>
    </footer>
  );
}

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
