import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** An account's sums over a month; debits are positive and credits negative. */
export type AccountSums = {
  account: string;
  openingCents: number;
  debitCents: number;
  creditCents: number;
  closingCents: number;
};

const TRIAL = statement(`
  select l.account, coalesce(sum(l.cents) filter (where e.at < $1), 0) as "openingCents",
    coalesce(sum(l.cents) filter (where e.at >= $1 and l.cents > 0), 0) as "debitCents",
    coalesce(sum(l.cents) filter (where e.at >= $1 and l.cents < 0), 0) as "creditCents",
    coalesce(sum(l.cents), 0) as "closingCents"
  from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.at < $2 group by l.account order by l.account`);

export function trialBalance(db: Queryable, from: Date, to: Date): Promise<AccountSums[]> {
  return rowsOf<AccountSums>(db, TRIAL, [from, to]);
}

/** Bands of age in days. */
const BAND = `case when now() - min(e.at) < interval '8 days' then 0 when now() - min(e.at) < interval '31 days' then 1
  when now() - min(e.at) < interval '61 days' then 2 else 3 end`;

export type OpenAmount = {
  account: string;
  orderId: number | null;
  sellerId: number | null;
  cents: number;
  since: Date;
  band: number;
};

/** Amounts that buyers owe, or that buyers and sellers are owed. Deposits are owed once their order was canceled. */
const OPEN = statement(`
  select l.account, e.order_id as "orderId", l.seller_id as "sellerId", abs(sum(l.cents)) as cents, min(e.at) as since, ${BAND} as band
  from ledger_lines l join ledger_entries e on e.id = l.entry_id
  where l.account = any($1::text[]) and e.order_id is not null
    and (l.account <> 'deposits' or exists (select 1 from orders o where o.id = e.order_id and o.life = 'cancelled'))
  group by 1, 2, 3 having sum(l.cents) <> 0 order by min(e.at)`);

export function openAmounts(db: Queryable, accounts: string[]): Promise<OpenAmount[]> {
  return rowsOf<OpenAmount>(db, OPEN, [accounts]);
}

/**
 * Accounts that should return to zero, and since when money stands in them: since they were last even, or for the provider, whose account
 * never is, since it last paid out.
 */
const CLEARING = statement(`
  select l.account, sum(l.cents) as cents, coalesce(case
    when l.account = 'gateway' then max(e.at) filter (where e.kind = 'provider payout')
    when l.account in ('unidentified_receipts', 'payouts_in_transit') then (
      select max(z.at) from (
        select e2.at, sum(sum(l2.cents)) over (order by e2.at, e2.id) as balance
        from ledger_lines l2 join ledger_entries e2 on e2.id = l2.entry_id where l2.account = l.account group by e2.id, e2.at) z
      where z.balance = 0)
    end, min(e.at)) as since
  from ledger_lines l join ledger_entries e on e.id = l.entry_id
  where l.account in ('unidentified_receipts', 'payouts_in_transit', 'gateway', 'cash') group by l.account order by l.account`);

export type ClearingAccount = { account: string; cents: number; since: Date };

export function clearingAccounts(db: Queryable): Promise<ClearingAccount[]> {
  return rowsOf<ClearingAccount>(db, CLEARING, []);
}

const WAITING = statement(`
  select count(*) as waiting from orders o join order_terms t on t.version = o.terms_version
  where o.bill_at is not null and o.life = 'active' and t.requires_balance`);

/** Returns how many orders wait for an invoice. */
export async function ordersWithoutInvoice(db: Queryable): Promise<number> {
  return (await rowsOf<{ waiting: number }>(db, WAITING, []))[0]?.waiting ?? 0;
}
