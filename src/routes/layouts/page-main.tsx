import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

export const CONTENT_ID = 'content';

export function PageMain({ className = '', children }: { className?: string; children: React.ReactNode }) {
  const { pathname, key } = useLocation();
  const { content, rememberLink } = useFocusAfterNavigation(pathname, key);
  return (
    <main
      id={CONTENT_ID}
      ref={content}
      tabIndex={-1}
      onClickCapture={rememberLink}
      className={`min-h-[60vh] outline-none ${className}`}
    >
      {children}
    </main>
  );
}

/** The address of the link that each page of this document was left through, by the key of its history entry. */
const followedLinks = new Map<string, string>();

/**
 * Focuses the page after navigation, so that screen readers read it, and when the focused link has disappeared. Back to
 * a page focuses the link that was followed from it, so that the keyboard goes on from there.
 */
function useFocusAfterNavigation(pathname: string, key: string) {
  const content = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, key });
  const arrivedBy = useNavigationType();
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, key };
    if (before.key === key) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (before.pathname === pathname && !lost) return;
    const followed = arrivedBy === 'POP' ? linkTo(content.current, followedLinks.get(key)) : undefined;
    (followed ?? content.current)?.focus({ preventScroll: true });
  }, [pathname, key, arrivedBy]);
  const rememberLink = ({ target }: React.MouseEvent) => {
    const href = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (href) followedLinks.set(key, href);
  };
  return { content, rememberLink };
}

function linkTo(content: HTMLElement | null, href: string | undefined): HTMLElement | undefined {
  if (href === undefined) return undefined;
  return Array.from(content?.querySelectorAll('a') ?? []).find((link) => link.getAttribute('href') === href);
}
