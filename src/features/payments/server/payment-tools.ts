import type pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { Payment } from '../payment.ts';
import type { GuardedGateway } from './guarded-gateway.ts';

/** What later features make of a payment. */
export type PaymentConsequences = {
  /** Makes the booking of a captured payment, in the transaction that captures it. */
  captured(db: Queryable, payment: Payment): Promise<void>;
  /** Notes that a payment's money went back. */
  refunded(db: Queryable, paymentId: number): Promise<void>;
  bookingOf(db: Queryable, paymentId: number): Promise<number | null>;
};

export type PaymentTools = {
  pool: pg.Pool;
  clock: Clock;
  gateway: GuardedGateway;
  consequences: PaymentConsequences;
  unconfirmedMayTrade: boolean;
};
