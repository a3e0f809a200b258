import { createContext, use, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';

type FormState = {
  /** Problems by field name. */
  problems: Record<string, string>;
  /** Submitted values, if the page is rendered again without scripts. */
  values: Record<string, string>;
  busy: boolean;
};

/** State of a form, for its fields and its button. */
export const FormContext = createContext<FormState>({ problems: {}, values: {}, busy: false });

export const useFormState = () => use(FormContext);

/** Classes of all fields, without a height. */
export const FIELD =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger';
export const INPUT = `h-12 ${FIELD} read-only:border-line read-only:bg-sunken read-only:text-ink-soft`;

type FormFieldProps = {
  id: string;
  name: string;
  label: string;
  hint?: string | undefined;
  children: React.ReactNode;
};

/** A field with label, hint and problem. */
export function FormField({ id, name, label, hint, children }: FormFieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {children}
      <FieldProblem id={`${id}-problem`} name={name} />
    </div>
  );
}

/** The problem of a field, if it has one. */
export function FieldProblem({ id, name }: { id: string; name: string }) {
  const problem = useFormState().problems[name];
  if (!problem) return null;
  return (
    <p id={id} className="flex gap-1.5 font-semibold text-danger text-sm">
      <Icon name="warning" className="mt-px size-4.5" />
      {problem}
    </p>
  );
}

/** Returns the ARIA attributes that link an input to its hint and problem. */
export function useInputState({ id, name, hint }: { id: string; name: string; hint?: string | undefined }) {
  const wrong = useFormState().problems[name] !== undefined;
  const described = [hint && `${id}-hint`, wrong && `${id}-problem`].filter(Boolean).join(' ');
  return { 'aria-invalid': wrong || undefined, 'aria-describedby': described || undefined };
}

/** Hides a field until a response names a problem with it. Then the field stays, and each such response focuses it. */
export function RequestedField({ name, children }: { name: string; children: React.ReactNode }) {
  const { [name]: problem } = useFormState().problems;
  const [isRequested, setIsRequested] = useState(problem !== undefined);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    setIsRequested(true);
    field.current?.querySelector('input')?.focus();
  }, [problem]);
  if (!isRequested && problem === undefined) return null;
  return <div ref={field}>{children}</div>;
}
