import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { WholeNumberField } from './filters/whole-number-field.tsx';

const MAX_LENGTH = 8;

type PriceFieldProps = {
  form: string;
  name: string;
  label: string;
  value: number;
  /** Whether the value stands for every higher price too. */
  open?: boolean;
  onChoose: (price: number) => void;
};

/** A field for whole dollars. Emptying it changes nothing. */
export function PriceField({ value, open = false, onChoose, ...field }: PriceFieldProps) {
  const t = useTranslator();
  return (
    <WholeNumberField
      {...field}
      shown={t.number(value) + (open ? '+' : '')}
      maxLength={MAX_LENGTH}
      sign="$"
      onTyped={(digits) => digits !== '' && onChoose(Number(digits))}
    />
  );
}
