/** Schemas of the contact form, checked on every change, before sending and on the server. */
import * as z from 'zod/mini';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

export const MAX_LENGTH = { name: 120, email: 254, subject: 200, message: 5_000 } as const;

export type ContactField = keyof typeof MAX_LENGTH;

const INVALID: Record<ContactField, MessageKey> = {
  name: 'contact.name.invalid',
  email: 'contact.email.invalid',
  subject: 'contact.subject.invalid',
  message: 'contact.message.invalid',
};

/** One line without control characters, safe in an email header. */
const LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
const TEXT = /^[^\p{Cc}]+$/u;
/** Matches at least one visible character. */
const VISIBLE = /[^\s\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

const visibleText = (field: ContactField, isValid: (text: string) => boolean) =>
  z.string({ error: INVALID[field] }).check(
    z.trim(),
    z.refine((text) => text.length <= MAX_LENGTH[field] && text.isWellFormed() && VISIBLE.test(text) && isValid(text), {
      error: INVALID[field],
    }),
  );

const fields = {
  name: visibleText('name', (text) => LINE.test(text)),
  email: visibleText('email', isEmailAddress),
  subject: visibleText('subject', (text) => LINE.test(text)),
  message: visibleText('message', (text) => TEXT.test(text.replace(/[\n\r\t]/g, ' '))),
};

export const contactForm = z.object(fields);
/** The same fields under the names of the API. */
export const contactMessage = z.object({
  from_name: fields.name,
  from_email: fields.email,
  subject: fields.subject,
  message: fields.message,
});
export type ContactMessage = z.output<typeof contactMessage>;

/** Returns an error for each invalid field, or null if the values are valid. */
export function contactProblems(values: unknown): Record<string, MessageKey> | null {
  const result = contactForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
