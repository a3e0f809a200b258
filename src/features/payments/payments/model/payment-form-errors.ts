import type { OnlineMethod } from '#features/payments/gateways/model/payment-method.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { type FormData, fieldsOfMethod, isExpired } from './payment-form.ts';

/** Fields that the provider validates when it hosts the card fields. */
const HOSTED_FIELDS = new Set(['cardNumber', 'expiryDate', 'cvv', 'name']);

/** Returns the first problem of each field. */
export function paymentProblems(
  method: OnlineMethod,
  values: FormData,
  { hosted, now }: { hosted: boolean; now: Date },
): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {};
  const result = fieldsOfMethod[method].safeParse(values);
  const issues = result.success ? [] : result.error.issues;
  for (const { path, message } of issues) problems[path.join('.')] ??= message as MessageKey;
  if (method === 'credit_card' && !problems.expiryDate && isExpired(values.expiryDate, now)) {
    problems.expiryDate = 'payment.card.expiry';
  }
  const checked = Object.entries(problems).filter(([field]) => !(hosted && HOSTED_FIELDS.has(field)));
  return Object.fromEntries(checked);
}

/** Converts an expiry date as browsers fill it in (04/2027, 04 / 27) to MM/YY; leaves other input unchanged. */
export function formatExpiry(values: string): string {
  const [, month, year] = /^\s*(\d{2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(values) ?? [];
  return month && year ? `${month}/${year}` : values;
}
