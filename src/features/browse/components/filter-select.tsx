import { useId } from 'react';
import { SelectBox, type SelectBoxProps } from './select-box.tsx';

type FilterSelectProps = Omit<SelectBoxProps, 'id' | 'className'> & { label: string };

export function FilterSelect({ label, ...select }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <SelectBox id={id} className="h-11" {...select} />
    </div>
  );
}
