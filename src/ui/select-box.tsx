import { Icon } from './icon.tsx';

export type SelectBoxProps = {
  options: { value: string; label: string }[];
} & React.ComponentProps<'select'>;

/** A native select with a custom arrow. `className` sets its height. Pages without forms use it too, so it is outside of `forms`. */
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
