import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import type { MessageId } from '#lib/i18n/messages.ts';
import { type FormData, fieldsOfMethod, isExpired } from './payment-form.ts';

/** With a provider's own card fields, only the contact email is ours to look at. */
const OF_OTHERS = new Set(['cardNumber', 'expiryDate', 'cvv', 'name']);

/** What is wrong with what was typed to pay, by field: the first thing of each. */
export function paymentProblems(
  method: PaymentMethod,
  typed: FormData,
  { hosted, now }: { hosted: boolean; now: Date },
): Record<string, MessageId> {
  const problems: Record<string, MessageId> = {};
  const result = fieldsOfMethod[method].safeParse(typed);
  const issues = result.success ? [] : result.error.issues;
  for (const { path, message } of issues) problems[path.join('.')] ??= message as MessageId;
  if (method === 'credit_card' && !problems.expiryDate && isExpired(typed.expiryDate, now)) {
    problems.expiryDate = 'payment.card.expiry';
  }
  const ours = Object.entries(problems).filter(([field]) => !(hosted && OF_OTHERS.has(field)));
  return Object.fromEntries(ours);
}

/** A card's month as browsers fill it in (04/2027, 04 / 27), written MM/YY; anything else as it was typed. */
export function formatExpiry(typed: string): string {
  const [, month, year] = /^\s*(\d{2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  return month && year ? `${month}/${year}` : typed;
}
