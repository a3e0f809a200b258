import { useLocation, useMatches } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { hidesShell } from '#paths.ts';
import { Toasts } from '#ui/toasts.tsx';
import { BrokenBar, NavigationProgress, OfflineBar, OfflineCopyBar } from './connection.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { CONTENT_ID, PageMain } from './page-main.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** What a layout route's `handle` says when it brings the main part of the page, beside something else. */
export const OWN_MAIN = { ownMain: true };

/** The site's shell around a page, or around a layout that brings its own main part. */
export function PageShell({ children }: { children: React.ReactNode }) {
  const ownMain = useMatches().some(({ handle }) => handle === OWN_MAIN);
  return <SiteShell ownMain={ownMain}>{children}</SiteShell>;
}

/** What surrounds every page. The back office and the error page stand without header and footer. */
export function SiteShell({ ownMain = false, children }: { ownMain?: boolean; children: React.ReactNode }) {
  const t = useTranslator();
  const { pathname } = useLocation();
  const bare = hidesShell(pathname);
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-50 focus:rounded-md focus:bg-raised focus:p-3"
      >
        {t('shell.skip')}
      </a>
      <NavigationProgress />
      {!bare && <SiteHeader />}
      <OfflineBar />
      <OfflineCopyBar />
      <BrokenBar />
      <NoticeBar />
      {ownMain ? children : <PageMain>{children}</PageMain>}
      {!bare && <SiteFooter />}
      <ScrollToTop />
      <Toasts />
      <LoadingScreen />
    </>
  );
}
