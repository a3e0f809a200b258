import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { DEFAULT_TERMS, type InstallmentTerms, monthlyInstallmentCents } from '../../model/listing-pricing.ts';

const INITIAL = {
  down: String(amountOf(DEFAULT_TERMS.downPaymentCents)),
  months: String(DEFAULT_TERMS.months),
  rate: String(Number((DEFAULT_TERMS.yearlyRate * 100).toFixed(4))),
};
const FIELD = 'figures h-11 w-full rounded-md border border-line-strong bg-ground px-3 aria-invalid:border-danger';

/** Renders nothing for a car that the usual down payment covers. */
export function InstallmentEstimate({ priceCents }: { priceCents: number }) {
  if (priceCents <= DEFAULT_TERMS.downPaymentCents) return null;
  return <Estimate priceCents={priceCents} />;
}

function Estimate({ priceCents }: { priceCents: number }) {
  const t = useTranslator();
  const id = useId();
  const [typed, setTyped] = useState(INITIAL);
  const terms = termsOf(typed);
  const isLoan = terms !== null && terms.downPaymentCents < priceCents;
  const set = (name: keyof typeof INITIAL) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [name]: event.target.value });
  const fields = [
    ['down', 'decimal'],
    ['months', 'numeric'],
    ['rate', 'decimal'],
  ] as const;
  return (
    <div>
      <p>
        {t('car.installment')}:{' '}
        <output htmlFor={fields.map(([name]) => `${id}${name}`).join(' ')} className="figures font-semibold">
          {isLoan
            ? t('car.installment.month', { amount: t.price(amountOf(monthlyInstallmentCents(priceCents, terms))) })
            : '–'}
        </output>{' '}
        <span className="figures text-ink-soft text-sm">
          {isLoan &&
            t('car.installment.terms', {
              down: t.price(amountOf(terms.downPaymentCents)),
              months: terms.months,
              rate: t.number(terms.yearlyRate, 'percent'),
            })}
          {terms && !isLoan && t('car.installment.covered')}
        </span>
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
          {t('car.installment.change')}
        </summary>
        <div className="grid grid-cols-2 gap-3 pb-2">
          {fields.map(([name, keyboard]) => (
            <label key={name} className="text-sm first:col-span-2">
              {t(`car.installment.${name}`)}
              <input
                id={`${id}${name}`}
                type="text"
                inputMode={keyboard}
                maxLength={12}
                value={typed[name]}
                onChange={set(name)}
                aria-invalid={terms === null}
                aria-describedby={terms === null ? `${id}invalid` : undefined}
                className={`${FIELD} text-base`}
              />
            </label>
          ))}
        </div>
        <p id={`${id}invalid`} role="status" className="text-danger text-sm">
          {terms === null && t('car.installment.invalid')}
        </p>
        <p className="text-ink-soft text-sm">{t('car.installment.note')}</p>
      </details>
    </div>
  );
}

function termsOf(typed: typeof INITIAL): InstallmentTerms | null {
  const number = (text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN);
  const [down, months, rate] = [number(typed.down), number(typed.months), number(typed.rate)];
  const isValid = down >= 0 && down <= 1e9 && Number.isInteger(months) && months >= 1 && months <= 120 && rate <= 40;
  return isValid && rate >= 0 ? { downPaymentCents: centsOf(down), months, yearlyRate: rate / 100 } : null;
}
