/**
 * The payment form's schemas, used in the browser before sending and by the server. Their errors are message ids. Card
 * number and CVV are never stored.
 */

import * as z from 'zod/mini';
import type { OnlineMethod } from '#features/payments/gateways/model/charge.ts';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

const withMessage = (id: MessageKey) => ({ error: id, abort: true });

const UPI = /^[^\s\p{Cc}@]{1,200}@[^\s\p{Cc}@]{1,200}$/u;
const withoutSpaces = (text: string) => text.replace(/[\s-]/g, '');

const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, withMessage('payment.email.invalid')),
    z.refine(isEmailAddress, withMessage('payment.email.invalid')),
  );

/** A text field; empty if it was not sent. */
const text = z._default(z.string().check(z.maxLength(300)), '');

const cardFields = z.object({
  cardNumber: z
    ._default(z.string(), '')
    .check(z.refine((value) => /^\d{16}$/.test(withoutSpaces(value)), withMessage('payment.card.number'))),
  expiryDate: z
    ._default(z.string(), '')
    .check(z.refine((value) => /^(0[1-9]|1[0-2])\/\d{2}$/.test(value.trim()), withMessage('payment.card.expiry'))),
  cvv: z
    ._default(z.string(), '')
    .check(z.refine((value) => /^\d{3}$/.test(value.trim()), withMessage('payment.card.cvv'))),
  name: z
    ._default(z.string(), '')
    .check(z.refine((value) => value.trim().length >= 3 && value.length <= 120, withMessage('payment.card.name'))),
  email,
});
const paypalFields = z.object({ paypalEmail: email, email });
const upiFields = z.object({
  upiId: z
    ._default(z.string(), '')
    .check(z.refine((value) => UPI.test(value.trim()), withMessage('payment.email.invalid'))),
  email,
});
/** When the provider hosts the card fields, only its token and the contact email are sent here. */
export const hostedFields = z.object({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)), email });

/** All fields of a payment form; the method decides which of them count. */
export const formData = z.object({
  cardNumber: text,
  expiryDate: text,
  cvv: text,
  name: text,
  email: text,
  paypalEmail: text,
  upiId: text,
  token: z.optional(z.string()),
});
export type FormData = z.output<typeof formData>;

export const fieldsOfMethod = { credit_card: cardFields, paypal: paypalFields, upi: upiFields } as const;

/** Returns whether the expiry month (MM/YY) has ended. */
export function isExpired(expiryDate: string, now: Date): boolean {
  const [month = 0, year = 0] = expiryDate.trim().split('/').map(Number);
  return Date.UTC(2000 + year, month, 1) <= now.getTime();
}

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

const GROUP = 4;
/** The longest card numbers have 19 digits. */
const MAX_DIGITS = 19;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Groups the digits of a card number in fours and keeps the caret behind the same digit. */
export function groupCardNumber(typed: string, caret: number): { text: string; caret: number } {
  const digits = digitsOf(typed).slice(0, MAX_DIGITS);
  const before = Math.min(digitsOf(typed.slice(0, caret)).length, digits.length);
  const text = digits.replace(/(\d{4})(?=\d)/g, '$1 ');
  const spaces = Math.max(0, Math.ceil(before / GROUP) - 1);
  return { text, caret: before + spaces };
}
