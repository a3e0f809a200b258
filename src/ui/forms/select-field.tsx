import { useId } from 'react';
import { Icon } from '../icon.tsx';
import { FIELD, FormField, useInputState } from './form-field.tsx';

export type SelectBoxProps = {
  options: { value: string; label: string }[];
} & React.ComponentProps<'select'>;

/** A native select with a custom arrow. `className` sets its height. */
export function SelectBox({ options, className, ...select }: SelectBoxProps) {
  return (
    <div className="relative">
      <select
        {...select}
        className={`${className} w-full appearance-none truncate rounded-md border border-line-strong bg-surface ps-3 pe-9 text-ink`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft" />
    </div>
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
