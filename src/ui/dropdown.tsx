import { useEffect, useRef } from 'react';

type DropdownProps = {
  summary: React.ReactNode;
  summaryClassName: string;
  /** Accessible name of the summary, if its text does not say enough. */
  label?: string;
  className?: string;
  /** Dropdowns of one name close each other. */
  name?: string;
  children: React.ReactNode | ((close: () => void) => React.ReactNode);
};

/** A native disclosure, which opens without scripts. A click outside and Escape close it. */
export function Dropdown({ summary, summaryClassName, label, className = '', name, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute('open');
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, []);
  const closeByKey = ({ key }: React.KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    close();
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={details} name={name} className={`relative ${className}`} onKeyDown={closeByKey}>
      <summary aria-label={label} className={`list-none [&::-webkit-details-marker]:hidden ${summaryClassName}`}>
        {summary}
      </summary>
      {typeof children === 'function' ? children(close) : children}
    </details>
  );
}
