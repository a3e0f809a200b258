import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { BookingStatus } from '../model/booking.ts';

const STYLES: Record<BookingStatus, [IconName, string]> = {
  pending: ['eye', 'bg-waiting-ground text-waiting'],
  confirmed: ['check', 'bg-verified-ground text-verified'],
  completed: ['key', 'bg-sunken text-ink-soft'],
  cancelled: ['close', 'bg-danger-ground text-danger'],
};

export function BookingBadge({ status }: { status: BookingStatus }) {
  const t = useTranslator();
  const [icon, style] = STYLES[status];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 font-semibold text-sm ${style}`}>
      <Icon name={icon} className="size-4" />
      {t(`bookings.state.${status}`)}
    </span>
  );
}
