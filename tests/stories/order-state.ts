import type pg from 'pg';

/** The state of the money of one car's orders in the database. */
export type State = {
  orders: {
    id: number;
    life: string;
    owed: number;
    received: number;
    waived: number;
    /** Its cars, the cars that its payment holds or has bought, and the sold ones among them. */
    cars: number;
    claimed: number;
    sold: number;
    accounts: Record<string, number>;
  }[];
  payments: { id: number; order: number | null; method: string; state: string; cents: number }[];
  refunds: { payment: number; cents: number; done: boolean; failed: boolean }[];
  claims: number;
};

export async function readState(pool: pg.Pool, car: number): Promise<State> {
  const { rows } = await pool.query<{ state: State }>(
    `with mine as (select order_id as id from order_cars where listing_id = $1),
      paid as (select * from payments where listing_id = $1 or order_id in (select id from mine))
     select json_build_object(
       'orders', (select coalesce(json_agg(json_build_object('id', o.id, 'life', o.life, 'owed', m.owed_cents,
           'received', m.received_cents, 'waived', m.shortfall_cents,
           'cars', (select count(*) from order_cars c where c.order_id = o.id),
           'claimed', (select count(*) from order_cars c join sale_claims s on s.listing_id = c.listing_id
             join payments p on p.id = s.payment_id and p.order_id = o.id where c.order_id = o.id),
           'sold', (select count(*) from order_cars c join bookings b on b.id = c.booking_id
             join listings l on l.id = c.listing_id and l.status = 'sold' where c.order_id = o.id and b.status <> 'cancelled'),
           'accounts', (
             select coalesce(json_object_agg(account, cents), '{}') from (
               select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
               where e.order_id = o.id group by account having sum(cents) <> 0) as balances)) order by o.id), '[]')
         from orders o join order_money m on m.order_id = o.id where o.id in (select id from mine)),
       'payments', (select coalesce(json_agg(json_build_object('id', id, 'order', order_id, 'method', method, 'state', state,
           'cents', amount_cents) order by id), '[]') from paid),
       'refunds', (select coalesce(json_agg(json_build_object('payment', payment_id, 'cents', amount_cents,
           'done', done_at is not null, 'failed', failed_at is not null) order by payment_id, attempt), '[]')
         from refunds where payment_id in (select id from paid)),
       'claims', (select count(*) from sale_claims where listing_id = $1)
     ) as state`,
    [car],
  );
  return rows[0]!.state;
}

const LIVE = ['held', 'active'];
/** Accounts of debts, which are never in debit. */
const OWING = ['frozen', 'deposits', 'refunds_due', 'seller_payable', 'tax_payable', 'fees_to_pass_on'];
/**
 * A transfer is on the account of unmatched lines until a match moves it to its order. Money withdrawn by a dispute counts until it is
 * lost, and its fee is ours.
 */
const MONEY = [
  'gateway',
  'disputed_at_provider',
  'dispute_fees',
  'unidentified_receipts',
  'cash',
  'card_terminal',
  'bank_in_transit',
];
const ENDED = ['captured', 'refunded', 'voided', 'failed'];

/** Returns violated invariants of the money of a car's orders. */
export function problemsOf({ orders, payments }: State): string[] {
  const problems: string[] = [];
  const live = orders.filter(({ life }) => LIVE.includes(life));
  if (live.length > 1) problems.push(`the car is in ${live.length} live orders`);
  for (const { id, life, cars, claimed, sold } of orders) {
    const mine = life === 'cancelled' ? 0 : cars;
    if (claimed !== mine) problems.push(`the ${life} order ${id} has claims on ${claimed} of ${cars} cars`);
    const booked = life === 'held' ? 0 : mine;
    if (sold !== booked) problems.push(`the ${life} order ${id} has ${sold} sold cars of ${cars}`);
  }
  for (const { id, received, accounts } of orders) {
    const sum = Object.values(accounts).reduce((total, cents) => total + cents, 0);
    if (sum !== 0) problems.push(`the entries of order ${id} sum to ${sum}`);
    const held = MONEY.reduce((total, account) => total + (accounts[account] ?? 0), 0);
    if (held !== received) problems.push(`order ${id} received ${received}, but the books hold ${held}`);
    if ((accounts.receivable ?? 0) + (accounts.billed_not_received ?? 0) !== 0)
      problems.push(`what order ${id} is billed is not what is receivable`);
    for (const account of OWING) {
      if ((accounts[account] ?? 0) > 0) problems.push(`${account} of order ${id} is in debit`);
    }
  }
  for (const { id, order, state } of payments) {
    if (state === 'captured' && order === null) problems.push(`captured payment ${id} belongs to no order`);
  }
  return problems;
}

/** Returns unfinished work after a story in which all parties have done their part. */
export function unfinishedOf({ orders, payments, refunds, claims }: State): string[] {
  const unfinished: string[] = [];
  for (const { id, life, accounts } of orders) {
    if (LIVE.includes(life)) unfinished.push(`order ${id} is ${life}`);
    for (const account of ['deposits', 'refunds_due']) {
      if (accounts[account]) unfinished.push(`${accounts[account]} of order ${id} stay in ${account}`);
    }
  }
  for (const { id, state } of payments) if (!ENDED.includes(state)) unfinished.push(`payment ${id} is ${state}`);
  // Money owed by a failed refund is in one of the accounts above.
  for (const { payment, done, failed } of refunds)
    if (!done && !failed) unfinished.push(`the refund of payment ${payment} is not done`);
  const sold = orders.some(({ life }) => life === 'completed');
  if (claims !== (sold ? 1 : 0)) unfinished.push(`${claims} claims on a car that is ${sold ? 'sold' : 'free'}`);
  return unfinished;
}
