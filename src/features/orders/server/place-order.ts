import type { PayBody } from '#features/payments/model/payment-contract.ts';
import { capturePayment, type Payer, type PaymentStatus, pay } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { PlaceOrderBody } from '../model/placing/place-order-contract.ts';
import { PLAN_SHARES, plansFor } from '../model/placing/plan-offer.ts';
import { newestTerms } from './make-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { checkPlan, holdCar } from './transfers/hold-car.ts';

/**
 * Orders a car by a payment plan. For a bank transfer the order is made at once and holds the car. By any other method the first payment is
 * reserved and taken in this call, and makes the order. A repeated call returns the same payment.
 */
export async function placeOrder(
  deps: OrderDeps,
  payer: Payer,
  body: PlaceOrderBody,
  t: Translator,
): Promise<PaymentStatus> {
  const { payments } = deps;
  const { payment_method: method } = body;
  if (method === 'bank_transfer') {
    return { payment: (await holdCar(deps, payer, body, t)).payment };
  }
  const { plan, formData, email: _email, buyer: _buyer, accepted_terms: _terms, ...rest } = body;
  if (!formData) throw new AppError('malformed', 'no form', { fields: { formData: 'payment.email.invalid' } });
  checkPlan(body, plansFor(await newestTerms(payments.pool), body.destination?.country ?? null));
  const paid: PayBody = { ...rest, payment_method: method, user_id: payer.userId, formData };
  const status = await pay(payments, payer, paid, PLAN_SHARES[plan]);
  return status.payment.state === 'authorised' ? { payment: await capturePayment(payments, status.payment) } : status;
}
