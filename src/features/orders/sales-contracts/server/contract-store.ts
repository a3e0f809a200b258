import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import { type Columns, type Queryable, query, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ContractAcceptances } from '#lib/server/database/rows.ts';

type Acceptance = Columns<ContractAcceptances, 'party' | 'user_id' | 'version' | 'at'> & { name: string };

const INSERT = statement(`
  insert into contract_acceptances (order_id, party, user_id, version, text_hash) values ($1, $2, $3, $4, $5)
  on conflict (order_id, user_id) do nothing returning id`);

/** Returns who accepted the contract of an order, the first one first. */
export const acceptancesOf = query<Acceptance, [orderId: number]>(`
  select a.party, a.user_id as "userId", a.version, a.at, u.name
  from contract_acceptances a join users u on u.id = a.user_id where a.order_id = $1 order by a.id`);

const OF_BUYERS = statement(`
  select order_id as "orderId", at from contract_acceptances where order_id = any($1::bigint[]) and party = 'buyer'`);

/** Returns when the buyers of several orders accepted their contracts, by order id. */
export async function buyersAcceptances(db: Queryable, orderIds: number[]): Promise<Map<number, Date>> {
  const rows = await rowsOf<{ orderId: number; at: Date }>(db, OF_BUYERS, [orderIds]);
  return new Map(rows.map(({ orderId, at }) => [orderId, at]));
}

type NewAcceptance = Pick<Acceptance, 'party' | 'userId' | 'version'> & { textHash: Buffer };

/** Returns false if this user accepted it before. */
export async function insertAcceptance(db: Queryable, orderId: number, added: NewAcceptance): Promise<boolean> {
  const { party, userId, version, textHash } = added;
  return (await rowsOf(db, INSERT, [orderId, party, userId, version, textHash])).length > 0;
}

export type SaleRow = {
  orderId: number;
  life: OrderLife;
  offer: string;
  listingId: number;
  priceCents: number;
  commissionCents: number;
  /** What claims and lost disputes took from the seller of this order. */
  reducedCents: number;
  requiresContract: boolean;
  soldAt: Date;
  acceptedAt: Date | null;
};

/** Returns the newest orders of a seller's cars. */
export const salesOf = query<SaleRow, [sellerId: number]>(`
  select o.id as "orderId", o.life, o.offer, c.listing_id as "listingId", c.price_cents as "priceCents",
    c.commission_cents as "commissionCents", t.requires_contract as "requiresContract", o.created_at as "soldAt", a.at as "acceptedAt",
    coalesce((select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.order_id = o.id and l.seller_id = c.seller_id
      and e.kind in ('price reduced', 'claim decided', 'dispute lost', 'tax reduced')), 0) as "reducedCents"
  from order_cars c join orders o on o.id = c.order_id join order_terms t on t.version = o.terms_version
  left join contract_acceptances a on a.order_id = o.id and a.user_id = c.seller_id
  where c.seller_id = $1 and o.offer = 'Sell' and o.life <> 'held' order by o.created_at desc, o.id desc limit 100`);
