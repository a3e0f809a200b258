import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';

type PriceLineProps = { name: React.ReactNode; cents: number; className?: string };

/** One amount of a sum, as a row of a `dl`. */
export function PriceLine({ name, cents, className = '' }: PriceLineProps) {
  const t = useTranslator();
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className="min-w-0">{name}</dt>
      <dd className="shrink-0 whitespace-nowrap">{t.price(amountOf(cents))}</dd>
    </div>
  );
}
