import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { phoneDigits } from '#lib/phones/phone-digits.ts';
import { isPrintable } from '#lib/printing/printable-text.ts';
import type { Order } from './order.ts';

/** Who receives the cars of an order. */
export type Consignee = {
  name: string;
  address: string;
  idNumber: string;
  /** ISO 3166, two letters. */
  country: string;
  phone: string;
  /** Receives the carrier's arrival notice; empty: the consignee. */
  notifyParty: string;
};

export const MAX_CONSIGNEE_LENGTH = { name: 140, address: 300, id_number: 40, phone: 30, notify_party: 300 } as const;

/** How long a change waits once money has arrived. */
export const CONSIGNEE_WAIT_MS = 86_400_000;

/** Returns whether a change needs password and emailed code and waits a day: after booking or the first money. */
export function isConsigneeLocked({ life, receivedCents }: Pick<Order, 'life' | 'receivedCents'>): boolean {
  return life !== 'held' || receivedCents > 0;
}

const SHOWN_END = 3;
const SHORTEST_WITH_END = 7;

/** Masks an identity number except for its last three characters; a short one completely. */
export function maskedIdNumber(id: string): string {
  if (id === '') return '';
  return `•••${id.length < SHORTEST_WITH_END ? '' : id.slice(-SHOWN_END)}`;
}

/** Schema of a consignee, checked before sending and on the server. */

const REQUIRED = { error: 'orders.consignee.required' satisfies MessageKey };
const INVALID = { error: 'orders.consignee.invalid' satisfies MessageKey };
/** Control characters except line breaks, and bidirectional marks. */
const CONTROL = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const LINK = /:\/\/|www\./i;

/** Rejects links, because names are emailed to the other parties. */
const isText = (text: string) => text.isWellFormed() && !CONTROL.test(text) && !LINK.test(text);

const text = (most: number) =>
  z.string(REQUIRED).check(
    z.overwrite((typed: string) => typed.replaceAll('\r\n', '\n')),
    z.trim(),
    z.normalize('NFC'),
    z.refine((typed) => typed.length <= most && isText(typed), INVALID),
  );
const PRINTED = { error: 'orders.consignee.notPrinted' satisfies MessageKey };
const required = (most: number) => text(most).check(z.minLength(1, REQUIRED));
const line = (most: number) => required(most).check(z.refine((typed) => !typed.includes('\n'), INVALID));

export const consigneeForm = z.object({
  name: line(MAX_CONSIGNEE_LENGTH.name)
    .check(z.refine(isPrintable, PRINTED))
    .check(z.refine((typed) => typed === '' || /\p{L}/u.test(typed), INVALID)),
  address: required(MAX_CONSIGNEE_LENGTH.address).check(z.refine(isPrintable, PRINTED)),
  id_number: z.optional(
    text(MAX_CONSIGNEE_LENGTH.id_number).check(z.refine((typed) => !typed.includes('\n'), INVALID)),
  ),
  country: z.string(REQUIRED).check(z.regex(/^[A-Z]{2}$/, REQUIRED)),
  phone: line(MAX_CONSIGNEE_LENGTH.phone).check(
    z.refine((typed) => typed === '' || phoneDigits(typed) !== null, INVALID),
  ),
  notify_party: z.optional(text(MAX_CONSIGNEE_LENGTH.notify_party)),
});

/** Returns an error for each invalid field, or null if the values are valid. */
export function consigneeProblems(values: unknown): Record<string, MessageKey> | null {
  const result = consigneeForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
