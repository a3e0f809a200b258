import { useId } from 'react';
import { Button } from '#ui/button.tsx';

/** The scroll margin keeps a focused field above the bar with the button. */
export const FIELD_LOOK =
  'scroll-mb-28 h-12 w-full rounded-md border border-line-strong bg-surface px-3 aria-invalid:border-danger';

/** The submit button of a long form, in a sticky bar. The button to the top of the page hides near it. */
export function SaveBar({ children }: { children: React.ReactNode }) {
  return (
    <div data-keep-clear className="sticky bottom-0 z-10 -mx-4 grid border-line border-t bg-ground px-4 py-3">
      <Button type="submit" kind="action" className="min-h-13">
        {children}
      </Button>
    </div>
  );
}

/** Moves the focus to the first field with a problem, once the problems are shown. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}

type FieldProps = {
  label: string;
  hint?: string;
  problem?: string | undefined;
  children: (input: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => React.ReactNode;
};

/** A labeled input with its problem, for forms that do not use a page action. */
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
