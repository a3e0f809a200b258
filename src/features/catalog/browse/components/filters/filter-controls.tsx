import { useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ALL_FILTERS, type ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { knownValues, type ValueFilter } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { FacetsResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { CHOICE_FILTERS } from '#features/catalog/listings/model/listing-fields.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon } from '#ui/icon.tsx';
import { SelectBox, type SelectBoxProps } from '#ui/select-box.tsx';
import { valueText } from './filter-text.ts';

type CheckRow = {
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

/** Checkboxes for the values of one filter. A car matches if it has any checked value. */
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

type FilterFoldProps = {
  label: string;
  /** Summary of the chosen values, shown next to the label; empty if none is chosen. */
  chosen: string;
  children: React.ReactNode;
};

/** A filter that unfolds. It begins open if something is chosen, and later only the user opens and closes it. */
export function FilterFold({ label, chosen, children }: FilterFoldProps) {
  const { isFilled, ...fold } = useFold(chosen !== '', chosen !== '');
  return (
    <details className={`group/fold border-line border-b ${isFilled ? '' : 'noscript:hidden'}`} {...fold}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
        <span className="shrink-0 font-semibold">{label}</span>
        <span className="min-w-0 grow truncate text-end text-ink-soft text-sm">{chosen}</span>
        <Icon name="down" className="size-4 text-ink-soft group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-4">{isFilled && children}</div>
    </details>
  );
}

/** Whether the address asks for all filters, as browsers without scripts do. */
export function useAllFilters(): boolean {
  return useSearchParams()[0].get(ALL_FILTERS.name) === ALL_FILTERS.value;
}

/**
 * The attributes of a `details`, and whether its content is needed: the content of a closed one is most of the page, so it
 * is left out until the user opens it. `holdsChoice` keeps it, so that a form sends what is chosen.
 */
export function useFold(beginsOpen: boolean, holdsChoice: boolean) {
  const all = useAllFilters();
  const ref = useRef<HTMLDetailsElement>(null);
  const [open] = useState(beginsOpen);
  const [unfolded, setUnfolded] = useState(beginsOpen);
  // The user may have opened it before the scripts of the page ran.
  useEffect(() => setUnfolded((before) => before || ref.current?.open === true), []);
  const onToggle = () => setUnfolded((before) => before || ref.current?.open === true);
  return { ref, open, onToggle, isFilled: all || unfolded || holdsChoice };
}

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

type Counted = { value: string; cars: number | null }[];

/**
 * Returns the values of a filter with their cars. Choices of the form are all listed; of colors, numbers and places only
 * those that cars have. What is chosen is always listed.
 */
export function facetRows(
  t: Translator,
  name: ValueFilter | 'make' | 'model',
  state: ExploreState,
  facets: FacetsResponse | undefined,
): CheckRow[] {
  const counted: Counted | undefined =
    name === 'make' ? facets?.makes : name === 'carType' ? facets?.carTypes : facets?.[name];
  const cars = new Map(counted?.map((each) => [each.value, each.cars]));
  const chosen = state[name];
  return listedValues(name, cars, chosen).map((value) => ({
    value,
    label: valueText(t, name, value),
    cars: counted === undefined ? null : (cars.get(value) ?? (cars.has(value) ? null : 0)),
  }));
}

function listedValues(name: ValueFilter | 'make' | 'model', cars: Map<string, unknown>, chosen: string[]): string[] {
  const known = name === 'make' || name === 'model' ? null : knownValues(name);
  if (!known) return [...chosen.filter((value) => !cars.has(value)), ...cars.keys()];
  const all = CHOICE_FILTERS.some((each) => each === name);
  return known.filter((value) => all || cars.has(value) || chosen.includes(value));
}
