import type { PaymentState } from '#features/payments/payments/model/payment.ts';
import { type Queryable, query, queryAny, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { CardHolds, Payments } from '#lib/server/database/rows.ts';

export type CardHold = {
  paymentId: number;
  state: PaymentState;
  heldCents: number;
  /** What staff decided to take of it; null if nothing. */
  captureCents: number | null;
  cardLast4: Payments['card_last4'];
  endsAt: Date;
};

const INSERT = statement('insert into card_holds (payment_id, order_id, held_cents) values ($1, $2, $3)');
const INSERT_CAPTURE = statement(`
  insert into card_captures (payment_id, cents, admin_id, approved_by) values ($1, $2, $3, $4) on conflict do nothing returning payment_id`);

/** Returns the holds of an order: first the one that reserves money, last those that failed or ended, otherwise the newest first. */
export const cardHoldsOf = query<CardHold, [orderId: number]>(`
  select h.payment_id as "paymentId", p.state, h.held_cents as "heldCents", c.cents as "captureCents", p.card_last4 as "cardLast4",
    p.expires_at as "endsAt"
  from card_holds h join payments p on p.id = h.payment_id left join card_captures c on c.payment_id = h.payment_id
  where h.order_id = $1
  order by (p.state in ('authorised', 'capturing')) desc, (p.state in ('failed', 'voided')), h.payment_id desc`);

export async function insertCardHold(
  db: Queryable,
  { payment_id, order_id, held_cents }: Pick<CardHolds, 'payment_id' | 'order_id' | 'held_cents'>,
): Promise<void> {
  await rowsOf(db, INSERT, [payment_id, order_id, held_cents]);
}

/** Returns whether a payment reserves a security deposit. */
export const isCardHold = queryAny<[paymentId: number]>('select from card_holds where payment_id = $1');

/** Returns false if the warning about the end of the hold was sent before. */
export const tellOnce = queryAny<[paymentId: number]>(
  'update card_holds set told_at = now() where payment_id = $1 and told_at is null returning payment_id',
);

type NewCapture = { paymentId: number; cents: number; adminId: number; approvedBy: number | null };

/** Returns false if the hold already has a capture. */
export async function insertCapture(
  db: Queryable,
  { paymentId, cents, adminId, approvedBy }: NewCapture,
): Promise<boolean> {
  return (await rowsOf(db, INSERT_CAPTURE, [paymentId, cents, adminId, approvedBy])).length > 0;
}

/** Returns the cents that a person may still capture alone. */
export const captureLimit = queryNumber<[orderId: number, adminId: number]>(`
  select cash_limit_cents - captured_alone($1, $2) as cents from order_terms order by version desc limit 1`);

/** Returns the security deposit that the terms of an order ask for and staff have not taken. */
export const centsToHold = queryNumber<[orderId: number]>(`
  select t.security_cents - coalesce(s.taken_cents, 0) as cents
  from orders o join order_terms t on t.version = o.terms_version left join order_security s on s.order_id = o.id where o.id = $1`);
