import { useEffect } from 'react';
import { Link } from 'react-router';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { notificationCalls } from '../../site-calls.ts';
import { noteUnseen } from '../client/unseen.ts';
import type { NotificationResponse } from '../model/notification-contract.ts';

/** Notifications by day, newest first. Showing them marks them as seen. */
export function NotificationList({ items }: { items: NotificationResponse[] }) {
  const t = useTranslator();
  const newest = items[0]?.id;
  const hasNew = items.some(({ seen }) => !seen);
  useEffect(() => {
    if (newest === undefined || !hasNew) return;
    // A failure leaves them unseen, and the next visit tries again.
    browserApi
      .call(notificationCalls.markSeen, { body: { up_to: newest } })
      .then(({ unseen }) => noteUnseen(unseen))
      .catch(() => {});
  }, [newest, hasNew]);
  const days = Map.groupBy(items, ({ at }) => at.slice(0, 10));
  return (
    <div className="grid gap-8">
      {[...days].map(([day, events]) => (
        <section key={day} aria-labelledby={`day-${day}`} className="grid gap-2">
          <h2 id={`day-${day}`} className="text-lg">
            {t.date(day)}
          </h2>
          <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
            {events.map((event) => (
              <Notification key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Notification({ event: { title, lines, link, at, seen } }: { event: NotificationResponse }) {
  const t = useTranslator();
  return (
    <li className="relative grid gap-1 p-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Link to={link} className="wrap-anywhere font-semibold after:absolute after:inset-0 hover:underline">
          {title}
        </Link>
        {!seen && <span className="rounded-sm bg-ink px-1.5 text-ground text-sm">{t('alerts.new')}</span>}
      </p>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      <p className="text-ink-soft text-sm">
        <UtcTime time={at} />
      </p>
    </li>
  );
}
