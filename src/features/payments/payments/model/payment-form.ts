/**
 * The payment form's schemas, used in the browser before sending and by the server. Their errors are message ids. Card
 * number and CVV are never stored.
 */
import * as z from 'zod/mini';
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

/** Whether the expiry month (MM/YY) has ended. */
export function isExpired(expiryDate: string, now: Date): boolean {
  const [month = 0, year = 0] = expiryDate.trim().split('/').map(Number);
  return Date.UTC(2000 + year, month, 1) <= now.getTime();
}
