import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { TextField } from '#ui/forms/text-field.tsx';

/** How much of a line is matched, for the rare line of several parts. It is open if a split is proposed. */
export function PartField({ leftCents, proposedCents }: { leftCents: number; proposedCents: number }) {
  const t = useTranslator();
  const isSplit = proposedCents !== leftCents;
  return (
    <details open={isSplit}>
      <input type="hidden" name="left" value={Math.abs(leftCents)} />
      <summary className="flex min-h-11 cursor-pointer items-center text-sm">{t('admin.statements.part')}</summary>
      <TextField
        name="part"
        label={t('admin.statements.part.amount')}
        hint={t('admin.statements.part.hint', { amount: t.cents(Math.abs(leftCents)) })}
        inputMode="decimal"
        defaultValue={isSplit ? amountOf(Math.abs(proposedCents)).toFixed(2) : ''}
        maxLength={12}
        autoComplete="off"
      />
    </details>
  );
}
