import { useId } from 'react';
import { Icon } from '../icon.tsx';
import { FIELD, FormField, useInputState } from './form-field.tsx';

type SelectFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  options: { value: string; label: string }[];
} & React.ComponentProps<'select'>;

/** A native select field. */
export function SelectField({ name, label, hint, options, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <FormField id={id} name={name} label={label} hint={hint}>
      <div className="relative">
        <select
          {...select}
          {...useInputState({ id, name, hint })}
          id={id}
          name={name}
          className={`${FIELD} h-12 appearance-none truncate pe-9`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-soft" />
      </div>
    </FormField>
  );
}
