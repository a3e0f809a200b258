import { useTranslator } from '#lib/i18n/messages-context.tsx';

type PriceTextProps = { amount: number; perDay: boolean };

export function PriceText({ amount, perDay }: PriceTextProps) {
  const t = useTranslator();
  return (
    <span className="figures whitespace-nowrap">
      {t.price(amount)}
      {perDay && <span className="font-normal text-base text-ink-soft">{t('cars.perDay')}</span>}
    </span>
  );
}
