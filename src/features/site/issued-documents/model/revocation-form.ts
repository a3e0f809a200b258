/** Schema of a revocation, checked before sending and on the server. */
import * as z from 'zod/mini';
import type { MessageKey } from '#lib/i18n/translator.ts';

const line = (most: number, error: MessageKey) =>
  z.string({ error }).check(
    z.trim(),
    z.refine((typed) => typed !== '' && typed.length <= most && typed.isWellFormed() && !typed.includes('\0'), {
      error,
    }),
  );

/** The table `document_revocations` has the same limit. */
export const MAX_REASON_LENGTH = 500;

export const revocationForm = z.object({
  number: line(40, 'admin.documents.noNumber'),
  reason: line(MAX_REASON_LENGTH, 'admin.documents.noReason'),
});

/** Returns an error for each invalid field, or null if the values are valid. */
export function revocationProblems(values: unknown): Record<string, MessageKey> | null {
  const result = revocationForm.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message as MessageKey]));
}
