import { useEffect, useRef, useState } from 'react';

/** Reports whether the element has come within 50 px of the viewport since it was mounted. */
export function useInView() {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        setSeen(true);
        watcher.disconnect();
      },
      { rootMargin: '50px', threshold: 0.1 },
    );
    if (ref.current) watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return { ref, seen };
}
