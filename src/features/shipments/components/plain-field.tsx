import { useId } from 'react';

export const FIELD_LOOK = 'h-12 w-full rounded-md border border-line-strong bg-surface px-3 aria-invalid:border-danger';

type FieldProps = {
  label: string;
  hint?: string;
  problem?: string | undefined;
  children: (input: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => React.ReactNode;
};

/** A labeled input of a form that sends itself, with its problem. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(problem && { 'aria-invalid': true as const }),
      })}
      {problem && (
        <p id={`${id}-problem`} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
