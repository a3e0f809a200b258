import { Link, useLocation, useMatches, useRouteLoaderData } from 'react-router';
import { OperatorLine } from '#features/site/operator/components/operator.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { hidesShell, isPrivate, paths } from '#paths.ts';
import { Icon } from '#ui/icon.tsx';
import { Logo } from '#ui/logo.tsx';
import { ScrollToTop } from '#ui/scroll-to-top.tsx';
import { ThemeToggle } from '#ui/theme-toggle.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { BrokenBar, NavigationProgress, OfflineBar, OfflineCopyBar } from './connection.tsx';
import { CONTENT_ID, PageMain } from './page-main.tsx';
import { SiteFooter } from './site-footer.tsx';
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
 * work do without it, because whoever opens one has something to do.
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
        <p>{t('shell.footer.rights', { year: String(new Date().getUTCFullYear()) })}</p>
        <OperatorLine marksGaps={false} />
        <Link to={paths.contact} className={LINK}>
          {t('shell.footer.contact')}
        </Link>
      </div>
    </footer>
  );
}
