import type { MessageKey } from '#lib/i18n/translator.ts';
import { transferBuyer, transferEmail } from './transfer-form.ts';

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
