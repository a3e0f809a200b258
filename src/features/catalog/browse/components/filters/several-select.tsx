import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type CheckRow, CheckRows } from './check-rows.tsx';
import { FilterFold } from './filter-fold.tsx';
import { FilterSelect } from './filter-select.tsx';

type SeveralSelectProps = {
  form: string;
  name: string;
  label: string;
  /** The option for no choice. */
  all: string;
  /** The label of further values. */
  more: string;
  rows: CheckRow[];
  chosen: string[];
  onChoose: (chosen: string[]) => void;
  /** Filters that depend on this one. */
  children?: React.ReactNode;
};

/** A select for the first value of a filter and, once it is chosen, checkboxes for further ones. */
export function SeveralSelect({ form, name, label, all, more, rows, chosen, onChoose, children }: SeveralSelectProps) {
  const t = useTranslator();
  const [first = '', ...others] = chosen;
  const options = rows.map(({ value, label: text, cars }) => ({
    value,
    label: cars === null || cars === 0 ? text : t('explore.option', { name: text, cars }),
  }));
  return (
    <div className="grid gap-2">
      <FilterSelect
        form={form}
        name={name}
        label={label}
        value={first}
        options={[{ value: '', label: all }, ...options]}
        onChoose={(value) => onChoose(value === '' ? [] : [value, ...others.filter((each) => each !== value)])}
      />
      {first !== '' && (
        <div>
          {children}
          <FilterFold label={more} chosen={others.map((value) => textOf(value, rows)).join(', ')}>
            <CheckRows
              form={form}
              name={name}
              label={more}
              rows={rows.filter(({ value }) => value !== first)}
              chosen={others}
              onChoose={(next) => onChoose([first, ...next])}
            />
          </FilterFold>
        </div>
      )}
    </div>
  );
}

const textOf = (value: string, rows: CheckRow[]) => rows.find((row) => row.value === value)?.label ?? value;
