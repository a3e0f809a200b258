import { type Queryable, query, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';

/** An account's sums over a month; debits are positive and credits negative. */
export type AccountSums = {
  account: string;
  openingCents: number;
  debitCents: number;
  creditCents: number;
  closingCents: number;
};

/** Returns the sums of each account from a UTC day to the day before another. */
export const trialBalance = query<AccountSums, [from: string, to: string]>(`
  select account, coalesce(sum(debit_cents + credit_cents) filter (where day < $1), 0) as "openingCents",
    coalesce(sum(debit_cents) filter (where day >= $1), 0) as "debitCents",
    coalesce(sum(credit_cents) filter (where day >= $1), 0) as "creditCents",
    coalesce(sum(debit_cents + credit_cents), 0) as "closingCents"
  from account_sums where day < $2 group by account order by account`);

type ForeignBalance = {
  account: string;
  currency: string;
  /** In the smallest unit of the currency: what was matched, and what the newest statement with a balance says. */
  bookedCents: number;
  statementCents: number | null;
  statementOn: string | null;
  /** What the ledger holds for what was matched. */
  usdCents: number;
};

/** Returns the balances of our accounts in other currencies before a UTC day. */
export const foreignBalances = query<ForeignBalance, [before: string]>(`
  select a.account, a.currency, s.closing_cents as "statementCents", to_char(s.to_on, 'YYYY-MM-DD') as "statementOn",
    coalesce((
      select sum(m.cents) from statement_lines l join line_matches m on m.line_id = l.id left join line_match_undos u on u.match_id = m.id
      where l.account = a.account and l.currency = a.currency and m.usd_cents is not null
        and m.matched_at < before.moment and (u.undone_at is null or u.undone_at >= before.moment)
    ), 0) as "bookedCents",
    coalesce((
      select sum(b.cents) from statement_lines l join ledger_entries e on e.source = 'statement line' and e.source_id = l.id
        join ledger_lines b on b.entry_id = e.id and b.account = 'foreign_accounts'
      where l.account = a.account and l.currency = a.currency and e.at < before.moment
    ), 0) as "usdCents"
  from foreign_accounts a cross join (select $1::date::timestamp at time zone 'UTC' as moment) as before
  left join lateral (
    select closing_cents, to_on from bank_statements s
    where s.account = a.account and s.currency = a.currency and s.to_on < $1::date and closing_cents is not null
    order by to_on desc, id desc limit 1) s on true
  order by a.currency, a.account`);

type OpenAmount = { account: string; orderId: number; sellerId: number | null; cents: number; since: Date };
/** `notDueCents`: deposits of orders that go on, which are in no band. */
export type OpenAmounts = { bands: number[]; notDueCents: number; oldest: OpenAmount[] };

/** Bands of age in days. */
const BAND = `case when now() - since < interval '8 days' then 0 when now() - since < interval '31 days' then 1
  when now() - since < interval '61 days' then 2 else 3 end`;
const NOT_DUE = 4;

/**
 * The sum of each band, and the oldest amounts. Deposits are owed once their order was canceled, and security deposits once it has ended. A
 * deduction is posted to the order whose payout it was taken from, so it pays the oldest amounts that the seller owes.
 */
const OPEN = statement(`
  with owed_by_sellers as (
    select account, order_id, seller_id, since, greatest(0, least(cents,
      sum(greatest(cents, 0)) over (partition by seller_id order by since, order_id)
        + sum(least(cents, 0)) over (partition by seller_id))) as cents
    from open_balances where account = 'seller_receivable' and account = any($1::text[])
  ), open as materialized (
    select b.account, b.order_id, b.seller_id, b.cents, b.since,
      case when b.account not in ('deposits', 'security_deposits') or exists (
        select 1 from orders o where o.id = b.order_id and (o.life = 'cancelled' or o.life = 'completed' and b.account = 'security_deposits'))
      then ${BAND} else ${NOT_DUE} end as band
    from open_balances b where b.account = any($1::text[]) and b.account <> 'seller_receivable'
    union all
    select account, order_id, seller_id, cents, since, ${BAND} from owed_by_sellers where cents > 0
  ), oldest as (select * from open where band <> ${NOT_DUE} order by since, order_id, account limit $2)
  select band, sum(cents) as cents, null as account, null::bigint as "orderId", null::bigint as "sellerId", null::timestamptz as since
  from open group by band
  union all
  (select null, cents, account, order_id, seller_id, since from oldest order by since, order_id, account)`);

/** Returns the balances of orders in these accounts, by age, and the oldest amounts. Debits are positive and credits negative. */
export async function openAmounts(db: Queryable, accounts: string[], limit: number): Promise<OpenAmounts> {
  const open: OpenAmounts = { bands: [0, 0, 0, 0], notDueCents: 0, oldest: [] };
  for (const { band, ...amount } of await rowsOf<OpenAmount & { band: number | null }>(db, OPEN, [accounts, limit])) {
    if (band === null) open.oldest.push(amount);
    else if (band === NOT_DUE) open.notDueCents = amount.cents;
    else open.bands[band] = amount.cents;
  }
  return open;
}

/**
 * Accounts that should return to zero, and since when they hold money: the oldest unmatched line of a statement, or refund of a
 * transfer that the bank has not booked; the oldest payout on its way; the last payout of the provider; the first line of the account.
 */
const CLEARING = statement(`
  select s.account, s.cents, coalesce(case s.account
    when 'gateway' then (select max(at) from ledger_entries where kind = 'provider payout')
    when 'payouts_in_transit' then (select min(sent_at) from payouts where state = 'sent')
    when 'unidentified_receipts' then (
      select min(at) from (
        select e.at from open_lines r
        join ledger_entries e on e.source = 'statement line' and e.source_id = r.line_id and e.kind = 'unidentified'
        union all
        select r.done_at from (
          select payment_id, amount_cents, done_at, row_number() over (partition by payment_id, amount_cents order by done_at, id) as n
          from refunds where done_at is not null
        ) as r join payments p on p.id = r.payment_id
        where p.method = 'bank_transfer' and r.n > (
          select count(*) from live_line_matches m
          where m.kind = 'refund' and m.payment_id = p.id and m.cents = -r.amount_cents)
      ) as waiting)
    end, (
      select min(e.at) from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where l.account = s.account and e.at >= s.first_day at time zone 'UTC' and e.at < (s.first_day + 1) at time zone 'UTC'
    )) as since
  from (
    select account, sum(debit_cents + credit_cents) as cents, min(day) as first_day from account_sums
    where account in ('unidentified_receipts', 'payouts_in_transit', 'bank_in_transit', 'gateway', 'card_terminal', 'cash')
    group by account having sum(debit_cents + credit_cents) <> 0
  ) as s order by s.account`);

type ClearingAccount = { account: string; cents: number; since: Date };

/** Returns the clearing accounts that are not at zero. */
export function clearingAccounts(db: Queryable): Promise<ClearingAccount[]> {
  return rowsOf<ClearingAccount>(db, CLEARING, []);
}

/** Returns how many orders wait for an invoice. */
export const ordersWithoutInvoice = queryNumber(`
  select count(*) as waiting from orders o join order_terms t on t.version = o.terms_version
  where o.bill_at is not null and o.life = 'active' and t.requires_balance`);
