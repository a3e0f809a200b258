import * as z from 'zod/mini';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { isPrintable } from '#lib/printing/printable-text.ts';

const withMessage = (id: MessageKey) => ({ error: id, abort: true });
/** Rejects names of invisible characters. */
const READABLE = /\p{L}/u;
/** Rejects control characters and bidirectional overrides. */
const PRINTABLE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** The buyer as printed on documents. Browser and server validate with this schema. */
export const transferBuyer = z.object({
  name: z.string().check(
    z.trim(),
    z.normalize(),
    z.refine(
      (name) =>
        name.length >= 2 && name.length <= 140 && name.isWellFormed() && PRINTABLE.test(name) && READABLE.test(name),
      withMessage('orders.transfer.name.invalid'),
    ),
    z.refine(isPrintable, withMessage('orders.transfer.latin')),
  ),
  address: z.string().check(
    z.trim(),
    z.normalize(),
    z.refine(
      (address) =>
        address.length >= 5 &&
        address.length <= 500 &&
        address.isWellFormed() &&
        READABLE.test(address) &&
        address.split(/\r?\n/).every((line) => PRINTABLE.test(line)),
      withMessage('orders.transfer.address.invalid'),
    ),
    z.refine(isPrintable, withMessage('orders.transfer.latin')),
  ),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, withMessage('orders.transfer.country.invalid'))),
});
export type TransferBuyer = z.output<typeof transferBuyer>;

export const transferEmail = z
  .string()
  .check(z.trim(), z.maxLength(254), z.refine(isEmailAddress, withMessage('payment.email.invalid')));

/** Returns the problems of the form for a hold by field; null if there are none. */
export function transferProblems(values: Record<string, unknown>): Record<string, MessageKey> | null {
  const problems: Record<string, MessageKey> = {};
  const buyer = transferBuyer.safeParse(values);
  for (const { path, message } of buyer.error?.issues ?? []) problems[String(path[0])] ??= message as MessageKey;
  const email = transferEmail.safeParse(values.email);
  if (!email.success) problems.email = 'payment.email.invalid';
  if (values.accept !== 'on') problems.accept = 'orders.transfer.accept';
  return Object.keys(problems).length > 0 ? problems : null;
}
