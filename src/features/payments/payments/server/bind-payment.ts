import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  bindPayment,
  findHolding,
  findUnbound,
  lockPayment,
  recordPaymentEvent,
  type StoredPayment,
} from './payment-store.ts';
import { checkAmount, quoteForUpdate, takeClaim } from './quote-for-update.ts';

/**
 * Returns the user's payment that holds a car, for capture. Otherwise binds the user's newest payment that
 * was authorized without a car, if its amount is right. Throws `forbidden` if there is neither.
 */
export async function findHoldingPayment(deps: PaymentDeps, userId: number, listingId: number): Promise<StoredPayment> {
  const holding = await findHolding(deps.pool, userId, listingId);
  if (holding) return holding;
  return withTransaction(deps.pool, async (db) => {
    const unbound = await findUnbound(db, userId);
    if (!unbound)
      throw new AppError('forbidden', 'no payment of the user holds the car', { messageKey: 'payment.notHeld' });
    const priced = await quoteForUpdate(deps, db, userId, listingId, null, unbound.amountCents);
    const payment = await lockPayment(db, unbound.id);
    if (payment?.state !== 'authorised' || payment.quote !== null || payment.expiresAt <= deps.clock.now()) {
      throw new AppError('conflict', 'the payment expired', { messageKey: 'payment.lapsed' });
    }
    checkAmount(priced.quote, payment.amountCents);
    const quote = { ...priced.quote, bookingCents: payment.amountCents };
    await bindPayment(db, payment.id, quote);
    await takeClaim(db, payment, quote);
    await recordPaymentEvent(db, payment.id, 'bound', { listingId });
    return { ...payment, quote };
  });
}
