import { Icon } from '#ui/icon.tsx';

type Option = { value: string; label: string };
export type SelectBoxProps = {
  id: string;
  /** Id of the form that submits this choice without JavaScript. */
  form: string;
  name: string;
  value: string;
  options: Option[];
  className: string;
  onChoose: (value: string) => void;
};

/** A native select with a custom arrow. */
export function SelectBox({ options, className, onChoose, ...select }: SelectBoxProps) {
  return (
    <div className="relative">
      <select
        {...select}
        onChange={(event) => onChoose(event.target.value)}
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
