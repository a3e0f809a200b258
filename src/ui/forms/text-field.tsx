import { useId } from 'react';
import { FormField, INPUT, useFormState, useInputState } from './form-field.tsx';

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
