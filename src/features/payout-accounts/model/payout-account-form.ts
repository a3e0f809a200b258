/** Schema of a seller's bank account with the password that confirms it, checked before sending and on the server. */
import * as z from 'zod/mini';
import { bankAccountForm } from '#features/operator/model/bank-account-form.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

const PASSWORD = { error: 'payouts.account.passwordMissing' satisfies MessageKey };

export const payoutAccountForm = z.extend(bankAccountForm, {
  password: z.string(PASSWORD).check(z.minLength(1, PASSWORD), z.maxLength(128, PASSWORD)),
});

/** Returns an error for each invalid field, or null if the values are valid. */
export function payoutAccountProblems(values: unknown): Record<string, MessageKey> | null {
  const result = payoutAccountForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
