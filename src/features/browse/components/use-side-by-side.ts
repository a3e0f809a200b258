import { useEffect, useRef } from 'react';

/** Closes an open bottom sheet when the screen becomes wide enough to show it as a column. */
export function useCloseWhenWide() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 64rem)');
    const close = () => {
      if (wide.matches && ref.current?.matches(':popover-open')) ref.current.hidePopover();
    };
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);
  return ref;
}
