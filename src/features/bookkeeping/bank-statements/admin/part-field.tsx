import { BOOKS_CURRENCY, decimalsOf, wholeUnitsOf } from '#lib/i18n/currency.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import type { LineResponse } from '../model/statement-contract.ts';

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
