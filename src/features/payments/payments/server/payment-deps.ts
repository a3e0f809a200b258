import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import type { CircuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Payment } from '../model/payment.ts';

/** `asked`: the bank only asks, and no money has moved. */
export type DisputeStep = 'asked' | 'askedEnded' | 'opened' | 'won' | 'lost';
export type DisputeNews = { step: DisputeStep; cents: number; lostCents: number; evidenceDueAt: Date | null };

/** Called by payments, implemented by bookings. */
export type PaymentHooks = {
  /** Creates the booking and its order, or makes a held order active, in the transaction that captures the payment. */
  onCaptured(db: Queryable, payment: Payment): Promise<void>;
  /** Called after the entry of that capture, with its booked payment. Settles which rental of a renter carries the registration fee. */
  onBooked(db: Queryable, payment: Payment): Promise<void>;
  /**
   * Records a later payment of an order in the transaction that captures it. Returns false if the order no longer accepts payments; then the
   * payment is refunded.
   */
  onItemPaid(db: Queryable, payment: Payment): Promise<boolean>;
  /** Records in the order that money went back to the buyer; negative if a refund failed later. */
  onReturned(db: Queryable, paymentId: number, cents: number): Promise<void>;
  /** Called when a dispute at the provider begins or ends. Emails the people concerned. */
  onDispute(db: Queryable, payment: Payment, news: DisputeNews): Promise<void>;
  /** Called once a refund was sent, with its cents; with null if the payment went back without one of ours. */
  onRefunded(db: Queryable, paymentId: number, sentCents: number | null): Promise<void>;
  /** Called when a refund failed and its amount is owed to the buyer. Emails the buyer. */
  onRefundFailed(db: Queryable, paymentId: number): Promise<void>;
  /**
   * Cancels the booking after all that was left of the payment was refunded at the provider, or lost in a dispute. The caller holds the lock
   * of the car.
   */
  onFullyRefunded(db: Queryable, paymentId: number, by: 'refund' | 'dispute'): Promise<void>;
  /** Emails the buyer that a payment did not become a booking. `captured`: its money was taken and is refunded. */
  onFailed(db: Queryable, payment: Payment, captured: boolean): Promise<void>;
  /** Emails renter and office, once, that an amount that is held on a card is released within a day. */
  onHoldEnds(db: Queryable, payment: Payment): Promise<void>;
  /** Returns until when a hold whose time is over goes on, because its transfer may have arrived without our knowing; null if it ends. */
  holdLastsUntil(db: Queryable, payment: Payment): Promise<Date | null>;
  /** Ends the order of a hold whose transfer did not arrive. The caller holds the locks of car, order and payment. */
  onHoldLapsed(db: Queryable, payment: Payment): Promise<void>;
  /** Withdraws the bookings that a payment made, because its transfer was for something else. Returns the ids of their cars. */
  onWithdrawn(db: Queryable, paymentId: number): Promise<number[]>;
  bookingOf(db: Queryable, paymentId: number): Promise<number | null>;
  /** Returns whether the payment has a pending or confirmed booking. */
  isBookingLive(db: Queryable, paymentId: number): Promise<boolean>;
};

export type PaymentDeps = {
  pool: pg.Pool;
  clock: Clock;
  gateway: CircuitBreakerGateway;
  /** Decides whether a car may be imported at the destination of a buyer. */
  rules: RuleBookCache;
  hooks: PaymentHooks;
  unconfirmedMayTrade: boolean;
};
