/** Schema of a user's bank account with the password that confirms it, checked before sending and on the server. */
import * as z from 'zod/mini';
import { bankAccountForm } from '#features/site/operator/model/operator-forms.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

/** The table `payout_accounts` has the same limit. */
export const MAX_ADDRESS_LENGTH = 500;
const ADDRESS = { error: 'payouts.account.addressMissing' satisfies MessageKey };
const READABLE = /\p{L}/u;
/** No characters that reorder the text around them. */
const PRINTABLE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;

/** A bank account with the address of its holder, which banks ask for and statements name. */
export const payeeForm = z.extend(bankAccountForm, {
  address: z.string(ADDRESS).check(
    z.trim(),
    z.normalize(),
    z.minLength(5, ADDRESS),
    z.maxLength(MAX_ADDRESS_LENGTH, ADDRESS),
    z.refine(
      (typed) =>
        READABLE.test(typed) && typed.isWellFormed() && typed.split(/\r?\n/).every((line) => PRINTABLE.test(line)),
      ADDRESS,
    ),
  ),
});
export type Payee = z.output<typeof payeeForm>;

const PASSWORD = { error: 'payouts.account.passwordMissing' satisfies MessageKey };

export const payoutAccountForm = z.extend(payeeForm, {
  password: z.string(PASSWORD).check(z.minLength(1, PASSWORD), z.maxLength(128, PASSWORD)),
});

/** Returns an error for each invalid field, or null if the values are valid. */
export function payoutAccountProblems(values: unknown): Record<string, MessageKey> | null {
  const result = payoutAccountForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
