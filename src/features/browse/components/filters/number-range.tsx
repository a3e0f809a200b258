import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

type Limit = number | null;
type NumberRangeProps = {
  form: string;
  /** Names of both fields in the form. */
  names: [min: string, max: string];
  label: string;
  min: Limit;
  max: Limit;
  /** Years have no thousands separator. */
  plain?: boolean;
  maxLength: number;
  unit?: string;
  /** The number that a typed one stands for; null if it is none. */
  read: (typed: number) => Limit;
  onChoose: (min: Limit, max: Limit) => void;
};

/** Two fields for whole numbers. Limits in the wrong order are swapped. */
export function NumberRange({ form, names, label, min, max, read, onChoose, ...field }: NumberRangeProps) {
  const t = useTranslator();
  const choose = (low: Limit, high: Limit) => {
    const swapped = low !== null && high !== null && low > high;
    onChoose(swapped ? high : low, swapped ? low : high);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3">
      <legend className="sr-only">{label}</legend>
      <NumberField
        {...field}
        form={form}
        name={names[0]}
        label={t('filters.from')}
        value={min}
        onChoose={(typed) => choose(typed && read(typed), max)}
      />
      <NumberField
        {...field}
        form={form}
        name={names[1]}
        label={t('filters.to')}
        value={max}
        onChoose={(typed) => choose(min, typed && read(typed))}
      />
    </fieldset>
  );
}

type NumberFieldProps = Pick<NumberRangeProps, 'form' | 'plain' | 'maxLength' | 'unit'> & {
  name: string;
  label: string;
  value: Limit;
  onChoose: (value: Limit) => void;
};

/** Reports its value on Enter or blur; null if it was emptied. */
function NumberField({ form, name, label, value, plain = false, maxLength, unit, onChoose }: NumberFieldProps) {
  const t = useTranslator();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === null ? '' : plain ? String(value) : t.number(value);
  const choose = () => {
    if (typed === null) return;
    const next = typed === '' ? null : Number(typed);
    setTyped(null);
    if (next !== value) onChoose(next);
  };
  return (
    <label className="grid gap-1 text-ink-soft text-sm">
      {label}
      <span className="flex h-11 items-center rounded-md border border-line-strong bg-surface text-base text-ink focus-within:outline-3 focus-within:outline-focus">
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          form={form}
          name={name}
          maxLength={maxLength}
          value={typed ?? shown}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={choose}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choose();
          }}
          className="figures h-full w-full min-w-0 rounded-md bg-transparent ps-3 pe-1 outline-none"
        />
        {unit !== undefined && (
          <span className="pe-3 text-ink-soft text-sm" aria-hidden="true">
            {unit}
          </span>
        )}
      </span>
    </label>
  );
}
