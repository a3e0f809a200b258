import { useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import type { OrderResponse } from '../../model/order-contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function everySecond(update: () => void): () => void {
  const timer = setInterval(update, 1_000);
  return () => clearInterval(timer);
}

/** How long a car is still held, and until when in the zones of the bank and of the buyer. Without scripts only the bank's. */
export function HoldCountdown({ hold }: { hold: NonNullable<OrderResponse['hold']> }) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const minutes = useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(hold.until) - Date.now()) / MINUTE_MS)),
    () => null,
  );
  const zone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : hold.time_zone;
  return (
    <div className="grid gap-1">
      {minutes !== null && (
        <p className="figures font-bold text-2xl" role="timer">
          {minutes === 0 ? t('transfers.left.over') : leftText(minutes * MINUTE_MS, t)}
        </p>
      )}
      {minutes === 0 && <p>{t('transfers.left.awaited')}</p>}
      <p>{t('transfers.until.bank', { time: t.localTime(hold.until, hold.time_zone), zone: hold.time_zone })}</p>
      {zone !== hold.time_zone && <p>{t('transfers.until.yours', { time: t.localTime(hold.until, zone), zone })}</p>}
    </div>
  );
}

function leftText(ms: number, t: ReturnType<typeof useTranslator>): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return t('transfers.left.days', { days, hours });
  return hours > 0 ? t('transfers.left.hours', { hours, minutes }) : t('transfers.left.minutes', { minutes });
}
