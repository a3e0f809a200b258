import { useWords } from '#platform/words/words-context.tsx';
import { shownPrice } from '../shown-price.ts';

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
