import type { MessageKey } from '#lib/i18n/translator.ts';
import { centsOf } from '#lib/money.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** Checks a typed amount against a maximum, and a reason if one is needed; null if the values are valid. */
export function amountProblems(
  { amount, note }: Record<string, unknown>,
  maxCents: number,
  needsReason = false,
): Record<string, MessageKey> | null {
  const isAmount = typeof amount === 'string' && AMOUNT.test(amount.trim());
  const cents = isAmount ? centsOf(Number(amount)) : 0;
  const problems: Record<string, MessageKey> = {};
  if (cents <= 0 || cents > maxCents)
    problems.amount = needsReason ? 'admin.orders.take.returnWrong' : 'admin.orders.take.amountWrong';
  if (needsReason && (typeof note !== 'string' || note.trim() === ''))
    problems.note = 'admin.orders.take.reasonMissing';
  return Object.keys(problems).length === 0 ? null : problems;
}
