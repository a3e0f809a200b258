import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { englishWords, type MessageId } from '#lib/i18n/messages.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { adminPaymentCalls } from '../model/admin-payment-calls.ts';
import type { AdminPaymentDetail } from '../model/admin-payment-contract.ts';

/** What a failure is called to which the server gave no words. */
const WORDLESS = /^HTTP error!/;

/** Why a call failed, in the server's words where it gave any. Who is signed out is led to the login instead. */
export function reasonOf(error: unknown): string {
  if (isApiFailure(error)) {
    if (error.status === 401 || error.status === 403) throw error;
    if (!WORDLESS.test(error.message)) return error.message;
  } else if (!isNetworkError(error)) throw error;
  return englishWords('admin.unknownError');
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** What is wrong with a refund of at most so much that an administrator has typed; null when nothing is. */
export function refundProblems(values: Record<string, unknown>, most: number): Record<string, MessageId> | null {
  const { amount, reason } = values;
  const problems: Record<string, MessageId> = {};
  const isAmount = typeof amount === 'string' && AMOUNT.test(amount.trim());
  if (!isAmount || Number(amount) <= 0 || Number(amount) > most) problems.amount = 'admin.payments.refund.amountWrong';
  if (typeof reason !== 'string' || reason.trim() === '') problems.reason = 'admin.payments.refund.reasonMissing';
  return Object.keys(problems).length > 0 ? problems : null;
}

type Refundable = Pick<AdminPaymentDetail, 'amount' | 'given_back' | 'refund'>;

/** The most that can go back of a payment, and what is offered: where a refund failed, what of it is still owed. */
export function refundOffered({ amount: paid, given_back: given, refund }: Refundable) {
  const amount = amountOf(centsOf(paid) - centsOf(given));
  return { amount, offered: refund?.failed ? Math.min(refund.owed, amount) : amount };
}

/** Gives money back: what the form `refund` of both screens does. */
export const refundAction: FormAction = async ({ api, values: { payment = '', amount = '', reason = '' } }) => {
  try {
    const body = { amount: Number(amount), reason };
    const { message, refund_failed } = await api.call(adminPaymentCalls.refund, { params: { id: payment }, body });
    return { done: true, message, badNews: refund_failed };
  } catch (error) {
    return { done: false, message: reasonOf(error) };
  }
};
