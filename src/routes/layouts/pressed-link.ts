import { useEffect, useRef } from 'react';

/** Marks the link or button that was pressed last while a page loads, so that it visibly reacts on a slow connection. */
export function usePressedMark(isLoading: boolean): void {
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
