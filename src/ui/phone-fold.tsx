import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from './icon.tsx';

type PhoneFoldProps = {
  label: string;
  /** The label is the heading of a section, whose own heading a phone then does not show. */
  isHeading?: boolean;
  children: React.ReactNode;
};

/** Content that a phone shows after a tap, and wider screens at once. Without scripts it is always shown. */
export function PhoneFold({ label, isHeading = false, children }: PhoneFoldProps) {
  const id = useId();
  const { content, isOpen, setOpen } = useFold();
  const button = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={() => setOpen(!isOpen)}
      className="flex min-h-12 w-full items-center justify-between gap-3 rounded-md py-2 border border-line-strong px-4 text-start font-semibold text-base tracking-normal sm:hidden noscript:hidden"
    >
      {label}
      <Icon name="down" className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 sm:contents">
      {isHeading ? <h2 className="sm:hidden noscript:hidden">{button}</h2> : button}
      <div
        id={id}
        ref={content}
        className={`grid min-w-0 grid-cols-1 ${isHeading ? 'phone-folded' : ''} ${isOpen ? '' : 'max-sm:hidden max-sm:noscript:grid'}`}
      >
        {children}
      </div>
    </div>
  );
}

/** Opens when the address names a place inside, as links to it do. */
function useFold() {
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be followed again
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    if (!target || !content.current?.contains(target)) return;
    setOpen(true);
    requestAnimationFrame(() => target.scrollIntoView());
  }, [hash, key]);
  return { content, isOpen, setOpen };
}
