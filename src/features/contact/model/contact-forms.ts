/** What a person types on the contact form: checked at every change and before sending, and by the server on arrival. */
import * as z from 'zod/mini';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageId } from '#lib/i18n/messages.ts';

export const MAX_LENGTH = { name: 120, email: 254, subject: 200, message: 5_000 } as const;

export type ContactField = keyof typeof MAX_LENGTH;

export const INVALID: Record<ContactField, MessageId> = {
  name: 'contact.name.invalid',
  email: 'contact.email.invalid',
  subject: 'contact.subject.invalid',
  message: 'contact.message.invalid',
};

/** A line that can stand in a mail header. */
const LINE = /^[^\p{Cc}\u2028\u2029]+$/u;
const TEXT = /^[^\p{Cc}]+$/u;
/** Something that can be read: no mere spaces, marks of direction or other signs without ink. */
const INK = /[^\s\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

const typed = (field: ContactField, isFine: (text: string) => boolean) =>
  z.string({ error: INVALID[field] }).check(
    z.trim(),
    z.refine((text) => text.length <= MAX_LENGTH[field] && text.isWellFormed() && INK.test(text) && isFine(text), {
      error: INVALID[field],
    }),
  );

const fields = {
  name: typed('name', (text) => LINE.test(text)),
  email: typed('email', isEmailAddress),
  subject: typed('subject', (text) => LINE.test(text)),
  message: typed('message', (text) => TEXT.test(text.replace(/[\n\r\t]/g, ' '))),
};

export const contactForm = z.object(fields);
/** The same as the call names them. */
export const contactMessage = z.object({
  from_name: fields.name,
  from_email: fields.email,
  subject: fields.subject,
  message: fields.message,
});
export type ContactMessage = z.output<typeof contactMessage>;

/** What is wrong with typed values, by field; null when they may be sent. */
export function contactProblems(values: unknown): Record<string, MessageId> | null {
  const result = contactForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageId]));
}
