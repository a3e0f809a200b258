import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { bindPayment, findHolding, findUnbound, lockPayment, recordPaymentEvent } from './payment-store.ts';
import { checkAmount, quoteForUpdate, takeClaim } from './quote-for-update.ts';

/**
 * The payment by which a user may have a car marked sold: the one that holds it, or the newest that was authorised
 * before it was said
 * for which car. Such a one takes the car now, if the amount is right.
 */
export async function findHoldingPayment(deps: PaymentDeps, userId: number, listingId: number): Promise<number> {
  const holding = await findHolding(deps.pool, userId, listingId);
  if (holding) return holding.id;
  return withTransaction(deps.pool, async (db) => {
    const unbound = await findUnbound(db, userId);
    if (!unbound) throw new AppError('forbidden', 'no payment holds the car', { messageKey: 'payment.notHeld' });
    const quote = await quoteForUpdate(deps, db, userId, listingId, null);
    const payment = await lockPayment(db, unbound.id);
    if (payment?.state !== 'authorised' || payment.quote !== null || payment.expiresAt <= deps.clock.now()) {
      throw new AppError('conflict', 'the payment lapsed', { messageKey: 'payment.lapsed' });
    }
    checkAmount(quote, payment.amountCents);
    await bindPayment(db, payment.id, { ...quote, bookingCents: payment.amountCents });
    await takeClaim(db, payment, quote);
    await recordPaymentEvent(db, payment.id, 'bound', { listingId });
    return payment.id;
  });
}
