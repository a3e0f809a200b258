import { useId } from 'react';
import { FIELD, FormField, useInputState } from './form-field.tsx';

type TextAreaFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
} & React.ComponentProps<'textarea'>;

/** A multi-line text field that grows with its text, if the browser supports `field-sizing`. */
export function TextAreaField({ name, label, hint, ...area }: TextAreaFieldProps) {
  const id = useId();
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <textarea
        rows={5}
        {...area}
        {...useInputState({ id, name, hint })}
        id={id}
        name={name}
        className={`${FIELD} min-h-28 py-2.5 field-sizing-content max-h-96`}
      />
    </FormField>
  );
}
