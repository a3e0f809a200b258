import type pg from 'pg';
import type { CircuitBreakerGateway } from '#features/gateways/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../model/payment.ts';

/** What later features make of a payment. */
export type PaymentHooks = {
  /** Makes the booking of a captured payment, in the transaction that captures it. */
  captured(db: Queryable, payment: Payment): Promise<void>;
  /** Notes that a payment's money went back. */
  refunded(db: Queryable, paymentId: number): Promise<void>;
  /** Notes that the money did not arrive and is here, and tells the buyer. */
  refundFailed(db: Queryable, paymentId: number): Promise<void>;
  /** Calls off what was paid with money that went back by other hands. Its car is locked already. */
  onFullyRefunded(db: Queryable, paymentId: number): Promise<void>;
  /** Tells the buyer that nothing came of a payment. `taken`: its money was taken, and goes back. */
  onFailed(db: Queryable, payment: Payment, taken: boolean): Promise<void>;
  bookingOf(db: Queryable, paymentId: number): Promise<number | null>;
  /** Whether something that is still to come is paid with it. */
  isBookingLive(db: Queryable, paymentId: number): Promise<boolean>;
};

export type PaymentDeps = {
  pool: pg.Pool;
  clock: Clock;
  gateway: CircuitBreakerGateway;
  hooks: PaymentHooks;
  unconfirmedMayTrade: boolean;
};
