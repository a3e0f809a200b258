import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export const CONTENT_ID = 'content';

export function PageMain({ className = '', children }: { className?: string; children: React.ReactNode }) {
  const { pathname, key } = useLocation();
  const content = useFocusAfterNavigation(pathname, key);
  return (
    <main id={CONTENT_ID} ref={content} tabIndex={-1} className={`min-h-[60vh] outline-none ${className}`}>
      {children}
    </main>
  );
}

/** Focuses the page after navigation, so that screen readers read it, and when the focused link has disappeared. */
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
