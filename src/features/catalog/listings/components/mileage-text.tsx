import { useTranslator } from '#lib/i18n/messages-context.tsx';

type MileageTextProps = { miles: number | null; km: number | null };

/** A mileage in miles, followed by kilometers. */
export function MileageText({ miles, km }: MileageTextProps) {
  const t = useTranslator();
  return (
    <span className="figures">
      {t('cars.miles', { miles: miles ?? 0 })} <span className="text-ink-soft">({t('cars.km', { km: km ?? 0 })})</span>
    </span>
  );
}
