import { useState } from 'react';
import { BOOKS_CURRENCY, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { LineResponse } from '../model/statement-contract.ts';

const AMOUNT = /^\s*\d+(\.\d{1,3})?\s*$/;

/** What a line in another currency is worth in dollars, with the rate that follows from it. Nothing for a line in dollars. */
export function ValueField({ line: { currency, left_cents: left } }: { line: LineResponse }) {
  const t = useTranslator();
  const [typed, setTyped] = useState('');
  const [part, setPart] = useState<string | null>(null);
  if (currency === BOOKS_CURRENCY) return null;
  const amount = part !== null && AMOUNT.test(part) ? Number(part) : wholeUnitsOf(Math.abs(left), currency);
  const rate = AMOUNT.test(typed) && amount > 0 ? Number(typed) / amount : 0;
  return (
    <TextField
      name="value"
      label={t('admin.statements.value')}
      hint={
        rate > 0
          ? t('admin.statements.rate', { currency, rate: t.number(rate, 'rate') })
          : t('admin.statements.valueHint', { amount: t.amount(Math.abs(left), currency) })
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
  );
}
