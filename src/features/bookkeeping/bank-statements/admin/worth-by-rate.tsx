import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { isOffValue, MOST_OFF_PERCENT } from '../model/rate-check.ts';
import type { ChoicesResponse } from '../model/statement-contract.ts';

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
