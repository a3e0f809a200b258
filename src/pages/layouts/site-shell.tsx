import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useWords } from '#platform/words/words-context.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { hidesShell } from '../paths.ts';
import { BrokenBar, NavigationProgress, OfflineBar } from './connection.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const CONTENT_ID = 'content';

/** What surrounds every page. The back office and the error page stand without header and footer. */
export function SiteShell({ children }: { children: React.ReactNode }) {
  const t = useWords();
  const { pathname, key } = useLocation();
  const bare = hidesShell(pathname);
  const content = useFocusAfterNavigation(pathname, key);
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
      <BrokenBar />
      <NoticeBar />
      <main id={CONTENT_ID} ref={content} tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      {!bare && <SiteFooter />}
      <ScrollToTop />
      <Toasts />
      <LoadingScreen />
    </>
  );
}

/** A new page takes the focus, so that screen readers begin to read it; so does a page whose focused link has gone. */
function useFocusAfterNavigation(pathname: string, key: string) {
  const content = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, key });
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.key === key) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (before.pathname !== pathname || lost) content.current?.focus({ preventScroll: true });
  }, [pathname, key]);
  return content;
}
