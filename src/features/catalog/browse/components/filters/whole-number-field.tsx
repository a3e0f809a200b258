import { useState } from 'react';

type WholeNumberFieldProps = {
  form: string;
  name: string;
  label: string;
  /** The formatted value, shown while nothing is typed. */
  shown: string;
  maxLength: number;
  /** A sign before the number, such as $. */
  sign?: string;
  unit?: string;
  /** Receives the typed digits; empty if the field was emptied. */
  onTyped: (digits: string) => void;
};

/** Reports what was typed on Enter or blur. */
export function WholeNumberField({ label, shown, sign, unit, onTyped, ...input }: WholeNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const report = () => {
    if (typed === null) return;
    setTyped(null);
    onTyped(typed);
  };
  return (
    <label className="grid gap-1 text-ink-soft text-sm">
      {label}
      <span className="flex h-11 items-center rounded-md border border-line-strong bg-surface text-base text-ink focus-within:outline-3 focus-within:outline-focus">
        {sign !== undefined && (
          <span className="ps-3 text-ink-soft" aria-hidden="true">
            {sign}
          </span>
        )}
        <input
          {...input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? shown}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={report}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            report();
          }}
          className={`figures h-full w-full min-w-0 rounded-md bg-transparent outline-none ${sign === undefined ? 'ps-3 pe-1' : 'px-1.5'}`}
        />
        {unit !== undefined && (
          <span className="pe-3 text-ink-soft text-sm" aria-hidden="true">
            {unit}
          </span>
        )}
      </span>
    </label>
  );
}
