import { useId, useState } from 'react';
import { BankDetailsWarning } from '../bank-details/bank-details-warning.tsx';
import { FIELD, FormField, useInputState } from './form-field.tsx';

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
