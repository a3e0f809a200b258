/** Schemas of the company details and of bank accounts, checked before sending and on the server. */
import * as z from 'zod/mini';
import { BOOKS_CURRENCY, isCurrency } from '#lib/i18n/currency.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { isAccountNumber, isBic, MAX_ACCOUNT_LENGTH, withoutSpaces } from './bank-account.ts';
import { factsOfField, forEachField, type OperatorField } from './operator-fields.ts';

const INVALID = { error: 'admin.bank.invalid' satisfies MessageKey };
/** Matches a letter, so a text is not only spaces and signs. */
const READABLE = /\p{L}/u;
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const line = (most: number) =>
  z.string(INVALID).check(
    z.trim(),
    z.refine(
      (typed) => READABLE.test(typed) && typed.length <= most && typed.isWellFormed() && !CONTROL.test(typed),
      INVALID,
    ),
  );
const number = (isValid: (text: string) => boolean, error: MessageKey) =>
  z.string({ error }).check(z.overwrite(withoutSpaces), z.refine(isValid, { error }));

export const bankAccountForm = z.object({
  holder: line(MAX_ACCOUNT_LENGTH.holder),
  bank: line(MAX_ACCOUNT_LENGTH.bank),
  account: number(isAccountNumber, 'admin.bank.invalidAccount'),
  bic: number(isBic, 'admin.bank.invalidBic'),
});

export const foreignAccountForm = z.object({
  account: number(isAccountNumber, 'admin.bank.invalidAccount'),
  currency: z.string().check(
    z.overwrite((typed) => typed.trim().toUpperCase()),
    z.refine((code) => code !== BOOKS_CURRENCY && isCurrency(code), {
      error: 'admin.bank.foreign.invalid' satisfies MessageKey,
    }),
  ),
});

const INVALID_DETAIL = { error: 'admin.operator.invalid' satisfies MessageKey };

const detail = (field: OperatorField) => {
  const { maxLength, isMultiLine } = factsOfField(field);
  return z.string(INVALID_DETAIL).check(
    z.trim(),
    z.refine((typed) => {
      const shown = isMultiLine ? typed.replace(/\r?\n/g, ' ') : typed;
      return typed.length <= maxLength && typed.isWellFormed() && !CONTROL.test(shown);
    }, INVALID_DETAIL),
  );
};

/** Every detail may be empty. */
export const operatorForm = z.object(forEachField(detail));

/** These return an error for each invalid field, or null if the values are valid. */
export const operatorProblems = (values: unknown) => problemsOf(operatorForm, values);
export const bankAccountProblems = (values: unknown) => problemsOf(bankAccountForm, values);
export const foreignAccountProblems = (values: unknown) => problemsOf(foreignAccountForm, values);

function problemsOf(form: z.ZodMiniType, values: unknown): Record<string, MessageKey> | null {
  const result = form.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
