import { useState } from 'react';
import { isOffValue, MOST_OFF_PERCENT } from '#features/bookkeeping/bank-statements/model/rate-check.ts';
import type { ChoicesResponse, LineResponse } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import { BOOKS_CURRENCY, decimalsOf, minorUnitsOf, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { centsOf } from '#lib/money.ts';
import { TextField } from '#ui/forms/fields.tsx';

type PartFieldProps = { line: Pick<LineResponse, 'left_cents' | 'currency'>; proposedCents: number };

/** How much of a line is matched, for the rare line of several parts. It is open if a split is proposed. */
export function PartField({ line: { left_cents: leftCents, currency }, proposedCents }: PartFieldProps) {
  const t = useTranslator();
  const isSplit = proposedCents !== leftCents;
  return (
    <details open={isSplit}>
      <input type="hidden" name="currency" value={currency} />
      <input type="hidden" name="left" value={Math.abs(leftCents)} />
      <summary className="flex min-h-11 cursor-pointer items-center text-sm">{t('admin.statements.part')}</summary>
      <TextField
        name="part"
        label={
          currency === BOOKS_CURRENCY
            ? t('admin.statements.part.amount')
            : t('admin.statements.part.amountIn', { currency })
        }
        hint={t('admin.statements.part.hint', { amount: t.amount(Math.abs(leftCents), currency) })}
        inputMode="decimal"
        defaultValue={isSplit ? wholeUnitsOf(Math.abs(proposedCents), currency).toFixed(decimalsOf(currency)) : ''}
        maxLength={16}
        autoComplete="off"
      />
    </details>
  );
}

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

/** An amount in another currency, and what the exchange rate of about its day says that it is worth. */
export type Side = { cents: number; currency: string; worth: ChoicesResponse['worth'] };

/** Compares a value in cents of dollars with what exchange rates say, and says when a second person is needed. Null: no value was entered yet. */
export function WorthByRate({ sides, value }: { sides: readonly Side[]; value: number | null }) {
  const t = useTranslator();
  const isOff = value !== null && sides.some(({ worth }) => worth !== null && isOffValue(value, worth.cents));
  return (
    <div className="grid gap-1 text-sm" aria-live="polite">
      {sides.map(({ cents, currency, worth }) => (
        <p key={`${cents} ${currency}`} className="text-ink-soft">
          {worth
            ? t('admin.statements.worth', {
                amount: t.amount(Math.abs(cents), currency),
                value: t.cents(worth.cents),
                day: t.date(worth.on),
              })
            : t('admin.statements.worth.none', { currency })}
        </p>
      ))}
      {isOff && (
        <p className="font-semibold text-waiting">
          {t('admin.statements.worth.off', { percent: t.number(MOST_OFF_PERCENT) })}
        </p>
      )}
    </div>
  );
}
