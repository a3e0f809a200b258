import { useEffect, useRef, useState } from 'react';

/** Reports whether the element has come within 400 pixels of the viewport since it was mounted, for what loads late. */
export function useNear<Target extends HTMLElement>() {
  const ref = useRef<Target>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setNear(true);
        watcher.disconnect();
      },
      { rootMargin: '400px' },
    );
    if (ref.current) watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return { ref, isNear };
}
