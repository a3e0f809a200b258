import { useId } from 'react';
import { FieldProblem, useFormState } from './fields.tsx';

type ChoiceFieldProps = {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** Radio buttons in one row. */
export function ChoiceField({ name, label, value, options, onChoose }: ChoiceFieldProps) {
  const id = useId();
  const wrong = useFormState().problems[name] !== undefined;
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={wrong ? `${id}-problem` : undefined}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="grid auto-cols-fr gap-2 sm:grid-flow-col">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 items-center gap-3 rounded-md border border-line-strong bg-surface px-3 py-2 has-checked:border-ink has-checked:bg-sunken has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className="size-5 shrink-0 accent-link"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldProblem id={`${id}-problem`} name={name} />
    </fieldset>
  );
}
