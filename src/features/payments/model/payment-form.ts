/**
 * What a buyer types to pay. The browser checks it before sending, the server again on arrival: the same schemas, with the ids of
 * the words to say as their messages. Card number and CVV are looked at and forgotten.
 */
import * as z from 'zod/mini';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageId } from '#lib/i18n/messages.ts';

const withMessage = (id: MessageId) => ({ error: id, abort: true });

const UPI = /^[^\s\p{Cc}@]{1,200}@[^\s\p{Cc}@]{1,200}$/u;
const withoutSpaces = (text: string) => text.replace(/[\s-]/g, '');

const email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, withMessage('payment.email.invalid')),
    z.refine(isEmailAddress, withMessage('payment.email.invalid')),
  );

/** A typed text, nothing where it was not sent. */
const typed = z._default(z.string().check(z.maxLength(300)), '');

const cardFields = z.object({
  cardNumber: z
    ._default(z.string(), '')
    .check(z.refine((text) => /^\d{16}$/.test(withoutSpaces(text)), withMessage('payment.card.number'))),
  expiryDate: z
    ._default(z.string(), '')
    .check(z.refine((text) => /^(0[1-9]|1[0-2])\/\d{2}$/.test(text.trim()), withMessage('payment.card.expiry'))),
  cvv: z
    ._default(z.string(), '')
    .check(z.refine((text) => /^\d{3}$/.test(text.trim()), withMessage('payment.card.cvv'))),
  name: z
    ._default(z.string(), '')
    .check(z.refine((text) => text.trim().length >= 3 && text.length <= 120, withMessage('payment.card.name'))),
  email,
});
const paypalFields = z.object({ paypalEmail: email, email });
const upiFields = z.object({
  upiId: z
    ._default(z.string(), '')
    .check(z.refine((text) => UPI.test(text.trim()), withMessage('payment.email.invalid'))),
  email,
});
/** With a provider's own card fields, a stand-in for the card is all that comes here. */
export const hostedFields = z.object({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)), email });

/** Everything that may come with a payment; which of it counts depends on the method. */
export const formData = z.object({
  cardNumber: typed,
  expiryDate: typed,
  cvv: typed,
  name: typed,
  email: typed,
  paypalEmail: typed,
  upiId: typed,
  token: z.optional(z.string()),
});
export type FormData = z.output<typeof formData>;

export const fieldsOfMethod = { credit_card: cardFields, paypal: paypalFields, upi: upiFields } as const;

/** Whether a card's month (MM/YY) is over at a moment. */
export function isExpired(expiryDate: string, now: Date): boolean {
  const [month = 0, year = 0] = expiryDate.trim().split('/').map(Number);
  return Date.UTC(2000 + year, month, 1) <= now.getTime();
}
