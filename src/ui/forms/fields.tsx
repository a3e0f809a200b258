import { createContext, use, useEffect, useId, useRef, useState } from 'react';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Icon } from '#ui/icon.tsx';
import { SelectBox, type SelectBoxProps } from '#ui/select-box.tsx';

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

type TextFieldProps = { name: string; label: string; hint?: string | undefined } & React.ComponentProps<'input'>;

export function TextField({ name, label, hint, defaultValue, ...input }: TextFieldProps) {
  const id = useId();
  const { values } = useFormState();
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <input
        type="text"
        {...input}
        {...useInputState({ id, name, hint })}
        id={id}
        name={name}
        defaultValue={values[name] ?? defaultValue}
        className={INPUT}
      />
    </FormField>
  );
}

type TextAreaFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Warns of payment details in the text, because others read it. */
  isPublic?: boolean;
} & React.ComponentProps<'textarea'>;

/** A multi-line text field that grows with its text, if the browser supports `field-sizing`. */
export function TextAreaField({ name, label, hint, isPublic = false, onInput, ...area }: TextAreaFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <textarea
        rows={5}
        {...area}
        {...useInputState({ id, name, hint })}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onInput?.(event);
        }}
        id={id}
        name={name}
        className={`${FIELD} min-h-28 py-2.5 field-sizing-content max-h-96`}
      />
      {isPublic && <BankDetailsWarning text={String(area.value ?? typed)} to="writer" />}
    </FormField>
  );
}

type SelectFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
} & SelectBoxProps;

/** A native select field. */
export function SelectField({ name, label, hint, options, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <SelectBox
        {...select}
        {...useInputState({ id, name, hint })}
        id={id}
        name={name}
        options={options}
        className={`${FIELD} h-12`}
      />
    </FormField>
  );
}
