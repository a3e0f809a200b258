import { useId, useState } from 'react';
import { Icon } from './icon.tsx';

type PhoneFoldProps = { label: string; children: React.ReactNode };

/** Content that a phone shows after a tap, and wider screens at once. Without scripts it is always shown. */
export function PhoneFold({ label, children }: PhoneFoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 sm:contents">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-md border border-line-strong px-4 text-start font-semibold sm:hidden noscript:hidden"
      >
        {label}
        <Icon name="down" className={`size-4 shrink-0 ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} className={`grid min-w-0 grid-cols-1 ${isOpen ? '' : 'max-sm:hidden max-sm:noscript:grid'}`}>
        {children}
      </div>
    </div>
  );
}
