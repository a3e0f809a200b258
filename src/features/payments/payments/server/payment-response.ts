import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import { displayPaymentStatus, isHold, type Payment } from '../model/payment.ts';
import type { PaymentResponse, PROGRESS } from '../model/payment-contract.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { PaymentStatus } from './start-payment.ts';

type Progress = (typeof PROGRESS)[number];

const MESSAGES: Record<Progress, MessageKey> = {
  confirming: 'checkout.payment.confirming',
  needs_action: 'checkout.payment.bank',
  authorised: 'payment.authorised',
  captured: 'payment.captured',
  refunded: 'payment.refunded',
  voided: 'payment.lapsed',
  failed: 'payment.failed',
};
const HOLD_MESSAGES: Record<Progress, MessageKey> = {
  ...MESSAGES,
  confirming: 'checkout.hold.confirming',
  needs_action: 'checkout.hold.bank',
  voided: 'payment.hold.lapsed',
  failed: 'payment.hold.failed',
};

function progressOf({ state, outcome }: Payment): Progress {
  if (state === 'created') return outcome === 'needs_action' ? 'needs_action' : 'confirming';
  return state === 'capturing' ? 'confirming' : state;
}

export async function toPaymentResponse(
  { pool, hooks }: PaymentDeps,
  { payment, clientSecret }: PaymentStatus,
  t: Translator,
): Promise<PaymentResponse> {
  const progress = progressOf(payment);
  return {
    flag: '1',
    message: t((isHold(payment) ? HOLD_MESSAGES : MESSAGES)[progress]),
    id: payment.id,
    _id: String(payment.id),
    transaction_id: payment.transactionId,
    amount: amountOf(payment.amountCents),
    payment_method: payment.method,
    payment_status: displayPaymentStatus(payment.state),
    progress,
    listing_id: payment.quote?.listingId ?? null,
    booking_id: payment.capturedAt && (await hooks.bookingOf(pool, payment.id)),
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  };
}
