import { useState } from 'react';
import { BOOKS_CURRENCY, minorUnitsOf, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { TextField } from '#ui/forms/fields.tsx';
import type { ChoicesResponse } from '../model/statement-contract.ts';
import { type Side, WorthByRate } from './worth-by-rate.tsx';

const AMOUNT = /^\s*\d+(\.\d{1,3})?\s*$/;

type ValueFieldProps = {
  choices: Pick<ChoicesResponse, 'line' | 'worth'>;
  /** The other side of a transfer between two accounts in other currencies. */
  other?: Side;
};

/**
 * What a line in another currency is worth in dollars, with the rate that follows from it and the published one. Nothing for a line in dollars.
 */
export function ValueField({ choices: { line, worth }, other }: ValueFieldProps) {
  const t = useTranslator();
  const [typed, setTyped] = useState('');
  const [part, setPart] = useState<string | null>(null);
  const { currency } = line;
  if (currency === BOOKS_CURRENCY) return null;
  const left = wholeUnitsOf(Math.abs(line.left_cents), currency);
  const amount = part !== null && AMOUNT.test(part) ? Number(part) : left;
  const rate = AMOUNT.test(typed) && amount > 0 ? Number(typed) / amount : 0;
  const own: Side = {
    cents: minorUnitsOf(amount, currency),
    currency,
    worth: worth && { ...worth, cents: Math.round((worth.cents * amount) / left) },
  };
  return (
    <div className="grid gap-2">
      <TextField
        name="value"
        label={t('admin.statements.value')}
        hint={
          rate > 0
            ? t('admin.statements.rate', { currency, rate: t.number(rate, 'rate') })
            : t('admin.statements.valueHint', { amount: t.amount(Math.abs(line.left_cents), currency) })
        }
        inputMode="decimal"
        maxLength={14}
        autoComplete="off"
        required
        onInput={({ currentTarget: { value, form } }) => {
          setTyped(value);
          const typedPart = form ? new FormData(form).get('part') : null;
          setPart(typeof typedPart === 'string' && typedPart.trim() !== '' ? typedPart.trim() : null);
        }}
      />
      <WorthByRate sides={other ? [own, other] : [own]} value={rate > 0 ? centsOf(Number(typed)) : null} />
    </div>
  );
}
