import type { DisplayStatus } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** Green if the car is available, gray otherwise. */
export function StatusBadge({ status }: { status: DisplayStatus }) {
  const t = useTranslator();
  const className = status === 'active' ? 'bg-verified-ground text-verified' : 'bg-sunken text-ink-soft';
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 font-semibold text-sm ${className}`}>
      <span className="size-2 rounded-full bg-current" aria-hidden="true" />
      {status === 'active' ? t('car.available') : t(`car.status.${status}`)}
    </span>
  );
}
