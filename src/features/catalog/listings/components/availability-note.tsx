import { useCallback, useSyncExternalStore } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { minutesUntil } from '../model/hold.ts';
import type { CardResponse } from '../model/listing-contract.ts';

const [HOUR, DAY] = [60, 24 * 60];
/** Below these, smaller units are clearer. */
const [HOURS_FROM, DAYS_FROM] = [2 * HOUR, 2 * DAY];

/** Says for how long a car is reserved: minutes for a payment by card, days for a bank transfer. */
export function heldText(minutes: number, t: Translator): string {
  if (minutes < HOURS_FROM) return t('car.held', { minutes });
  if (minutes < DAYS_FROM) return t('car.held.hours', { hours: Math.ceil(minutes / HOUR) });
  return t('car.held.days', { days: Math.ceil(minutes / DAY) });
}

const UPDATE_EVERY_MS = 5_000;

function subscribe(update: () => void): () => void {
  const timer = setInterval(update, UPDATE_EVERY_MS);
  return () => clearInterval(timer);
}
const never = () => () => {};

/**
 * Returns how many minutes a car is still reserved for another buyer, or null if it is free. Counts down every minute. The
 * server's rendering and the first one in the browser both use the minutes of the response, so that they agree.
 */
export function useHold({ hold }: Pick<CardResponse, 'hold'>): number | null {
  const left = useCallback(() => (hold ? minutesUntil(hold.until, Date.now()) : null), [hold]);
  return useSyncExternalStore(hold ? subscribe : never, left, () => hold?.minutes ?? null);
}

type AvailabilityNoteProps = { car: Pick<CardResponse, 'hold' | 'availableFrom'>; className?: string };

/** Says that a car is reserved for another buyer, or from when a rented one is free. Empty for cars that are free now. */
export function AvailabilityNote({ car, className = '' }: AvailabilityNoteProps) {
  const t = useTranslator();
  const minutes = useHold(car);
  const free = car.availableFrom;
  if (minutes === null && free === null) return null;
  return (
    <p className={`font-semibold ${className}`}>
      {minutes === null ? t('car.rent.from', { day: t.date(free ?? '', 'dayOfMonth') }) : heldText(minutes, t)}
    </p>
  );
}
