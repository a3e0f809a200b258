import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

export type CheckRow = {
  value: string;
  label: string;
  /** Cars that choosing the value would give; null if they are not counted. */
  cars: number | null;
  mark?: React.ReactNode;
};

type CheckRowsProps = {
  form: string;
  name: string;
  label: string;
  rows: CheckRow[];
  chosen: readonly string[];
  /** Classes of the columns; one column by default. */
  columns?: string;
  onChoose: (chosen: string[]) => void;
};

/** A longer list scrolls, so it begins with what was chosen when it was shown. */
const SHORT = 7;

/** Checkboxes for the values of one filter, any of which may match. */
export function CheckRows({ form, name, label, rows, chosen, columns = '', onChoose }: CheckRowsProps) {
  const [atFirst] = useState(chosen);
  const isAtFirst = ({ value }: CheckRow) => atFirst.includes(value);
  const ordered = rows.length > SHORT ? [...rows.filter(isAtFirst), ...rows.filter((row) => !isAtFirst(row))] : rows;
  return (
    <fieldset className={`grid max-h-74 min-w-0 gap-x-4 overflow-y-auto [scrollbar-width:thin] ${columns}`}>
      <legend className="sr-only">{label}</legend>
      {ordered.map((row) => (
        <CheckBox
          key={row.value}
          form={form}
          name={name}
          row={row}
          checked={chosen.includes(row.value)}
          onChange={(checked) =>
            onChoose(checked ? [...chosen, row.value] : chosen.filter((value) => value !== row.value))
          }
        />
      ))}
    </fieldset>
  );
}

type CheckBoxProps = {
  form: string;
  name: string;
  row: CheckRow;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function CheckBox({ form, name, row, checked, onChange }: CheckBoxProps) {
  const t = useTranslator();
  const { value, label, cars, mark } = row;
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-center gap-2.5 pe-1 hover:text-link ${cars === 0 && !checked ? 'text-ink-soft' : ''}`}
    >
      <span className="relative ms-1 grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          form={form}
          name={name}
          value={value}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-5 cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface checked:border-ink checked:bg-ink"
        />
        <Icon
          name="check"
          className="pointer-events-none absolute size-4 text-ground opacity-0 peer-checked:opacity-100"
        />
      </span>
      {mark}
      <span className="min-w-0 grow break-words leading-tight">{label}</span>
      {cars !== null && (
        <span className="figures text-ink-soft text-sm">
          <span aria-hidden="true">{t.number(cars)}</span>
          <span className="sr-only">{t('filters.cars', { cars })}</span>
        </span>
      )}
    </label>
  );
}
