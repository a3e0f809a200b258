import { useId } from 'react';
import { SelectBox, type SelectBoxProps } from '#ui/select-box.tsx';

type FilterSelectProps = Pick<SelectBoxProps, 'form' | 'name' | 'value' | 'options'> & {
  label: string;
  onChoose: (value: string) => void;
};

export function FilterSelect({ label, onChoose, ...select }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <SelectBox {...select} id={id} onChange={(event) => onChoose(event.target.value)} className="h-11" />
    </div>
  );
}
