import { useId } from 'react';
import { FieldProblem, useInputState } from './fields.tsx';

type CheckFieldProps = { name: string; label: string } & React.ComponentProps<'input'>;

/** A checkbox with its label and problem. */
export function CheckField({ name, label, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid">
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          {...useInputState({ id, name })}
          id={id}
          name={name}
          type="checkbox"
          className="size-5.5 shrink-0 accent-link"
        />
        <label htmlFor={id} className="grow py-2">
          {label}
        </label>
      </div>
      <FieldProblem id={`${id}-problem`} name={name} />
    </div>
  );
}
