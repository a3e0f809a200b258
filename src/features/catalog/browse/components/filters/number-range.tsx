import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { WholeNumberField } from './whole-number-field.tsx';

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
  /** A sign before the number, such as $. */
  sign?: string;
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

type NumberFieldProps = Pick<NumberRangeProps, 'form' | 'plain' | 'maxLength' | 'sign' | 'unit'> & {
  name: string;
  label: string;
  value: Limit;
  onChoose: (value: Limit) => void;
};

function NumberField({ value, plain = false, onChoose, ...field }: NumberFieldProps) {
  const t = useTranslator();
  const choose = (digits: string) => {
    const next = digits === '' ? null : Number(digits);
    if (next !== value) onChoose(next);
  };
  return (
    <WholeNumberField
      {...field}
      shown={value === null ? '' : plain ? String(value) : t.number(value)}
      onTyped={choose}
    />
  );
}
