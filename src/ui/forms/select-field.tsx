import { useId } from 'react';
import { SelectBox, type SelectBoxProps } from '../select-box.tsx';
import { FIELD, FormField, useInputState } from './form-field.tsx';

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
