import { orderNumber } from '#features/orders/orders/model/order.ts';
import { answersOf, TIMELESS } from '#features/payments/server/api.ts';
import { anyOf, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderCandidate } from '../../model/suggest-order.ts';

export type CandidateOrder = OrderCandidate & {
  number: string;
  reference: string;
  buyer: string;
  /** The names of the buyer: of the account, and as given with a hold and printed on its documents. */
  buyerNames: string[];
  life: string;
  /** What is still to be paid; 0 if the order has ended or everything is paid. */
  openCents: number;
  nextCents: number;
  /** The order is open and not everything is paid. */
  awaitsMoney: boolean;
  hasEnded: boolean;
  hasSlips: boolean;
  mayRevive: boolean;
  toleranceOf(cents: number): number;
};

type Row = {
  id: number;
  reference: string;
  life: string;
  buyer: string;
  holder: string | null;
  /** Null until the buyer has named a consignee. */
  consignee: string | null;
  openCents: number;
  nextCents: number | null;
  toleranceCents: number;
  toleranceBps: number;
  heldFrom: string | null;
  heldTo: string | null;
  hasSlips: boolean;
  mayRevive: boolean;
};

const SELECT = `
  select o.id, o.reference, o.life, u.name as buyer, b.buyer_name as holder, c.name as consignee,
    case when o.life in ('held', 'active') then m.owed_cents - m.received_cents - m.shortfall_cents else 0 end as "openCents",
    case when o.life <> 'completed' then (
      select i.amount_cents - paid.cents from plan_items i
      cross join lateral (select coalesce(sum(a.cents), 0) as cents from allocations a where a.plan_item_id = i.id) as paid
      where i.order_id = o.id and i.version = o.plan_version and paid.cents < i.amount_cents order by i.position limit 1
    ) end as "nextCents",
    exists (select from slips s where s.order_id = o.id) as "hasSlips",
    t.tolerance_cents as "toleranceCents", t.tolerance_bps as "toleranceBps",
    to_char(h.created_at, 'YYYY-MM-DD') as "heldFrom", to_char(b.until at time zone b.time_zone - interval '1 millisecond', 'YYYY-MM-DD') as "heldTo"
  from orders o join users u on u.id = o.user_id join order_terms t on t.version = o.terms_version
  join order_money m on m.order_id = o.id left join order_holds b on b.order_id = o.id
  left join lateral (
    select p.created_at from payments p
    where p.order_id = o.id and p.method = 'bank_transfer' and (p.state = 'created' or p.outcome = 'lapsed') order by p.id desc limit 1
  ) as h on true
  left join lateral (
    select n.name from consignees n where n.order_id = o.id and n.applied_at is not null and n.name <> '' order by n.id desc limit 1
  ) as c on true`;
const NAMED = statement(`${SELECT} where o.id = ${anyOf('$1')} or o.reference = ${anyOf('$2', 'text')}`);
const FOUND = statement(`${SELECT}
  where case when $2::bigint is not null then o.id = $2 else o.reference = $3
    or o.user_id in (select id from users where email ilike $1 or name ilike $1)
    or exists (select 1 from order_cars c join listings l on l.id = c.listing_id where c.order_id = o.id and l.vin ilike $1) end
  order by o.life in ('completed', 'cancelled'), o.id desc limit 10`);

/** Returns the orders with some ids or references. */
export async function ordersNamed(db: Queryable, ids: number[], references: string[]): Promise<CandidateOrder[]> {
  if (ids.length === 0 && references.length === 0) return [];
  return candidatesOf(db, await rowsOf<Omit<Row, 'mayRevive'>>(db, NAMED, [ids, references]));
}

/** Adds whether a canceled order may be revived, as the rule of orders decides it. */
async function candidatesOf(db: Queryable, rows: Omit<Row, 'mayRevive'>[]): Promise<CandidateOrder[]> {
  const ended = rows.filter(({ life }) => life === 'cancelled').map(({ id }) => id);
  const answers = await answersOf(db, ended, TIMELESS);
  return rows.map((row) => candidateOfRow({ ...row, mayRevive: answers.get(row.id)?.answer('revive').may === 'yes' }));
}

/** Finds orders by number, reference, buyer or VIN; those that still wait for money first. */
export async function searchOrders(db: Queryable, search: string): Promise<CandidateOrder[]> {
  const number = /^(?:CQ-?)?0*(\d{1,15})$/i.exec(search)?.[1];
  const reference = search.toUpperCase().replace(/^CQ-?/, 'CQ-');
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const values = [pattern, number === undefined ? null : Number(number), reference];
  return candidatesOf(db, await rowsOf<Omit<Row, 'mayRevive'>>(db, FOUND, values));
}

function candidateOfRow(row: Row): CandidateOrder {
  const { id: orderId, reference, life, buyer, holder, openCents, nextCents, heldFrom, heldTo } = row;
  const buyerNames = [buyer, ...(holder === null ? [] : [holder])];
  const number = orderNumber(orderId);
  const next = life === 'cancelled' && !row.mayRevive ? 0 : (nextCents ?? 0);
  const amounts = [...new Set([next, openCents])].filter((cents) => cents > 0);
  return {
    orderId,
    number,
    reference,
    references: [reference, number],
    buyer,
    buyerNames,
    life,
    awaitsMoney: (life === 'held' || life === 'active') && openCents > 0,
    hasSlips: row.hasSlips,
    hasEnded: life === 'completed' || life === 'cancelled',
    mayRevive: row.mayRevive,
    toleranceOf: (cents) => toleranceFor(cents, row),
    openCents: openCents > 0 ? openCents : 0,
    nextCents: next,
    due: amounts.map((cents) => ({ cents, toleranceCents: toleranceFor(cents, row) })),
    names: [...buyerNames, ...(row.consignee === null ? [] : [row.consignee])],
    hold: heldFrom !== null && heldTo !== null ? { from: heldFrom, to: heldTo } : null,
  };
}

/** The most that may be missing from an amount by the terms of the order. */
function toleranceFor(amountCents: number, { toleranceCents, toleranceBps }: Row): number {
  return Math.min(toleranceCents, Math.floor((amountCents * toleranceBps) / 10_000));
}
