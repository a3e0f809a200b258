import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { displayPrice } from '../model/display-price.ts';

type PriceTextProps = { amount: number; perDay: boolean };

export function PriceText({ amount, perDay }: PriceTextProps) {
  const t = useTranslator();
  return (
    <span className="figures whitespace-nowrap">
      {displayPrice(amount)}
      {perDay && <span className="font-normal text-base text-ink-soft">{t('cars.perDay')}</span>}
    </span>
  );
}
