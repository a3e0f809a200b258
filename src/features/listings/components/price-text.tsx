import { useWords } from '#platform/words/words-context.tsx';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount of dollars as it is shown everywhere: $18,500, or $45.50 where there are cents. */
export function shownPrice(amount: number): string {
  return dollars.format(amount);
}

type PriceTextProps = { amount: number; perDay: boolean };

export function PriceText({ amount, perDay }: PriceTextProps) {
  const t = useWords();
  return (
    <span className="figures whitespace-nowrap">
      {shownPrice(amount)}
      {perDay && <span className="font-normal text-base text-ink-soft">{t('cars.perDay')}</span>}
    </span>
  );
}
