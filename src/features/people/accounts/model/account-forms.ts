/**
 * Schemas of the account forms. Browser and server validate with the same schemas; error messages are message ids.
 */
import * as z from 'zod/mini';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { phoneDigits } from '#lib/phones/phone-digits.ts';
import { isPrintable } from '#lib/printing/printable-text.ts';

const MAX_NAME_LENGTH = 120;
const MAX_EMAIL_LENGTH = 254;
export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 128;

const withMessage = (id: MessageKey) => ({ error: id, abort: true });

/** Scripts that use zero-width joiners between letters. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
].map((script) => `\\p{Script=${script}}`);
const JOINER = new RegExp(`(?<=[${JOINING.join('')}\\p{M}])[\\u200c\\u200d](?=[${JOINING.join('')}])`, 'gu');
/** Invisible characters: control and format characters, line separators and blank letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Rejects URLs. Otherwise anyone could sign up with a URL as the name and make us email it to any address. */
const isName = (text: string) =>
  text.isWellFormed() &&
  /[\p{L}\p{N}]/u.test(text) &&
  !INVISIBLE.test(text.replace(JOINER, '')) &&
  !/:\/\/|www\./i.test(text);

/** Rejects unpaired surrogates and NUL, which change when the password is encoded. */
const isSecret = (text: string) => text.isWellFormed() && !text.includes('\0');

const emailFieldOf = (isAccepted: (text: string) => boolean) =>
  z.string('account.email.required' satisfies MessageKey).check(
    z.trim(),
    // Converts full-width letters, so the confirmation reaches the owner of the address.
    z.normalize('NFKC'),
    z.minLength(1, withMessage('account.email.required')),
    z.maxLength(MAX_EMAIL_LENGTH, withMessage('account.email.format')),
    z.refine(isAccepted, withMessage('account.email.format')),
  );

export const emailField = emailFieldOf(isEmailAddress);
/** Accepts a dot after the host, which older accounts may have in their address. */
export const loginEmailField = emailFieldOf((text) => isEmailAddress(text.replace(/\.$/, '')));

export const nameField = z
  .string('account.name.required' satisfies MessageKey)
  .check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, withMessage('account.name.required')),
    z.maxLength(MAX_NAME_LENGTH, withMessage('account.name.long')),
    z.refine(isName, withMessage('account.name.characters')),
    z.refine(isPrintable, withMessage('account.name.latin')),
  );

/** The server also looks the number up (`phone-number.ts`), whose data about countries is too large for browsers. */
const mobileField = z.pipe(
  z.string('account.mobile.required' satisfies MessageKey).check(
    z.trim(),
    z.minLength(1, withMessage('account.mobile.required')),
    z.refine((text) => phoneDigits(text) !== null, withMessage('account.mobile.digits')),
  ),
  z.transform((text: string) => phoneDigits(text) ?? ''),
);

/** The country of a mobile number without a country code; empty: not chosen. */
const mobileCountryField = z.optional(z.string().check(z.regex(/^([A-Z]{2})?$/, withMessage('account.mobile.digits'))));

const passwordField = z
  .string('account.password.required' satisfies MessageKey)
  .check(
    z.minLength(1, withMessage('account.password.required')),
    z.minLength(MIN_PASSWORD_LENGTH, withMessage('account.password.short')),
    z.maxLength(MAX_PASSWORD_LENGTH, withMessage('account.password.long')),
    z.refine(isSecret, withMessage('account.password.characters')),
  );

const confirmed = <T extends { npass: string; cpass: string }>({ npass, cpass }: T) => npass === cpass;
const notConfirmed = { ...withMessage('account.password.different'), path: ['cpass'] };

export const loginForm = z.object({ email: loginEmailField, password: passwordField });
export const signupForm = z.object({
  name: nameField,
  email: emailField,
  mobileno: mobileField,
  mobile_country: mobileCountryField,
  password: passwordField,
});
export const resetPasswordForm = z
  .object({ npass: passwordField, cpass: z.string('account.password.different' satisfies MessageKey) })
  .check(z.refine(confirmed, notConfirmed));
export const changePasswordForm = z
  .object({
    opass: passwordField,
    npass: passwordField,
    cpass: z.string('account.password.different' satisfies MessageKey),
  })
  .check(z.refine(confirmed, notConfirmed));
export const profileForm = z.object({
  name: nameField,
  email: emailField,
  mobile: mobileField,
  mobile_country: mobileCountryField,
});
/** Required before an account is deleted or its data is exported. */
export const confirmPasswordForm = z.object({ password: passwordField });

type Problems = Record<string, MessageKey>;

/** Returns the first error of each invalid field, or null if the values are valid. */
export function problemsOf(form: z.ZodMiniType, values: unknown): Problems | null {
  const result = form.safeParse(values);
  if (result.success) return null;
  const problems: Problems = {};
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= message as MessageKey;
  return problems;
}
