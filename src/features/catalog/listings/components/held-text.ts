import type { Translator } from '#lib/i18n/translator.ts';

const [HOUR, DAY] = [60, 24 * 60];
/** Below these, smaller units are clearer. */
const [HOURS_FROM, DAYS_FROM] = [2 * HOUR, 2 * DAY];

/** Says for how long a car is reserved: minutes for a payment by card, days for a bank transfer. */
export function heldText(minutes: number, t: Translator): string {
  if (minutes < HOURS_FROM) return t('car.held', { minutes });
  if (minutes < DAYS_FROM) return t('car.held.hours', { hours: Math.ceil(minutes / HOUR) });
  return t('car.held.days', { days: Math.ceil(minutes / DAY) });
}
