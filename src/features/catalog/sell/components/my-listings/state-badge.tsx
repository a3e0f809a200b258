import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

const GOOD = 'bg-verified-ground text-verified';
const WAITING = 'bg-waiting-ground text-waiting';
const OVER = 'bg-sunken text-ink-soft';

const STYLES: Record<ListingStatus, [IconName, string]> = {
  requested: ['eye', WAITING],
  returned: ['warning', WAITING],
  active: ['check', GOOD],
  paused: ['pause', OVER],
  sold: ['tag', OVER],
  rented: ['key', OVER],
  rejected: ['close', 'bg-danger-ground text-danger'],
};

export function StateBadge({ state }: { state: ListingStatus }) {
  const t = useTranslator();
  const [icon, className] = STYLES[state];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 font-semibold text-sm ${className}`}>
      <Icon name={icon} className="size-4" />
      {t(`sell.state.${state}`)}
    </span>
  );
}
