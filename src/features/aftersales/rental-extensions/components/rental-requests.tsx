import { Link } from 'react-router';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { RentalRequest } from '../model/extension-contract.ts';

/** The renters who wait for an answer of the owner, with their age. */
export function RentalRequests({ requests }: { requests: RentalRequest[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-3">
      {requests.map(({ order_id: id, car, last_day: day, total_cents: cents, days }) => (
        <li key={id}>
          <Link
            to={orderPath(id)}
            className="flex items-center gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 font-semibold underline-offset-4 hover:underline"
          >
            <Icon name="key" className="size-5 shrink-0" />
            <span className="wrap-anywhere grid gap-1">
              {t('extensions.request', { car, day: t.date(day), amount: t.cents(cents) })}
              <span className="figures font-normal text-ink-soft text-sm">{t('extensions.waitsFor', { days })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
