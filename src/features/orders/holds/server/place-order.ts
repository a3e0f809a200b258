import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { PLAN_SHARES, plansFor } from '#features/payments/order-terms/model/order-terms.ts';
import type { PayBody } from '#features/payments/payments/model/payment-contract.ts';
import { capturePayment, newestTerms, type Payer, type PaymentStatus, pay } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { carsOfOrder } from '../model/cars-of-order.ts';
import type { PlaceOrderBody } from '../model/place-order-contract.ts';
import { checkPlan, holdCar } from './hold-car.ts';

/**
 * Orders cars by a payment plan. A bank transfer makes the order immediately and holds its cars, which may be several of one seller. Other
 * methods reserve and capture the first payment, which makes the order. A repeated call returns the same payment.
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
  const { plan, formData, email: _email, buyer: _buyer, accepted_terms: _terms, listing_ids: _several, ...rest } = body;
  const [listingId, ...others] = carsOfOrder(body);
  if (others.length > 0) {
    throw new AppError('malformed', 'several cars', { fields: { payment_method: 'orders.several.transferOnly' } });
  }
  if (!formData) throw new AppError('malformed', 'no form', { fields: { formData: 'payment.email.invalid' } });
  checkPlan(body, plansFor(await newestTerms(payments.pool), body.destination?.country ?? null));
  const paid: PayBody = { ...rest, listing_id: listingId, payment_method: method, user_id: payer.userId, formData };
  const status = await pay(payments, payer, paid, PLAN_SHARES[plan]);
  return status.payment.state === 'authorised' ? { payment: await capturePayment(payments, status.payment) } : status;
}
