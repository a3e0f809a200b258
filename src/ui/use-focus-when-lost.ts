import { useLayoutEffect, useRef } from 'react';

/** Returns a ref to a list. Moves the focus to that list when a change of its items removes the focused element. */
export function useFocusWhenLost<Target extends HTMLElement>(items: unknown) {
  const list = useRef<Target>(null);
  const previous = useRef(items);
  useLayoutEffect(() => {
    if (previous.current === items) return;
    previous.current = items;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [items]);
  return list;
}
