import type pg from 'pg';
import type {
  AdminPayoutResponse,
  AdminPayoutsResponse,
  DuePayout,
  MyPayoutsResponse,
  PayoutResponse,
} from '#features/bookkeeping/payouts/model/payout-contract.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import {
  answersOf,
  deductionsOf,
  type Payable,
  payableOf,
  payoutAccountsOf,
  sellerOwes,
} from '#features/payments/server/api.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import { currentDocumentsOf } from '#features/site/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import {
  claimsOfOne,
  openParts,
  PAYOUT_COLUMNS,
  type Payout,
  paidAloneToday,
  partsOfPayouts,
  payoutLimit,
  sumOf,
} from './payout-store.ts';

type Row = Payout & {
  holder: string;
  bank: string;
  account: string;
  bic: string;
  sellerName: string;
  createdByName: string;
  approvedByName: string | null;
};

const SELECT = `
  select ${PAYOUT_COLUMNS}, a.holder, a.bank, a.account, a.bic, u.name as "sellerName", c.name as "createdByName", s.name as "approvedByName"
  from payouts p join payout_accounts a on a.id = p.account_id join users u on u.id = p.seller_id
    join admins c on c.id = p.created_by left join admins s on s.id = p.approved_by`;
const OF_SELLER = statement(`
  ${SELECT} where p.seller_id = $1 and p.state not in ('waiting', 'canceled') order by p.id desc limit 50`);
const NEWEST = statement(`${SELECT} order by (p.ended_at is null) desc, p.id desc limit 100`);
const NAMES = statement('select id, name from users where id = any($1::bigint[])');
const WITH_ACCOUNT = statement(`
  select distinct user_id as id from payout_accounts
  where user_id = any($1::bigint[]) and canceled_at is null and effective_at <= now()`);

/** The payouts of a seller, what is due, and the account that they go to. */
export async function myPayouts(pool: pg.Pool, sellerId: number, now: Date): Promise<MyPayoutsResponse> {
  const rows = await rowsOf<Row>(pool, OF_SELLER, [sellerId]);
  const due = await dueParts(pool, sellerId, now);
  return {
    flag: '1',
    due_cents: sumOf(due.filter(({ isDue }) => isDue)),
    later_cents: sumOf(due.filter(({ isDue }) => !isDue)),
    ...(await payoutAccountsOf(pool, sellerId)),
    payouts: await toResponses(pool, rows),
    owes_cents: await sellerOwes(pool, sellerId),
    deductions: (await deductionsOf(pool, sellerId)).map(({ orderId, cents, at }) => ({
      order: { id: orderId, number: orderNumber(orderId) },
      cents,
      at: at.toISOString(),
    })),
  };
}

async function toResponses(db: Queryable, rows: Row[]): Promise<PayoutResponse[]> {
  const ids = rows.map(({ id }) => id);
  const parts = await partsOfPayouts(db, ids);
  const documents = await currentDocumentsOf(
    db,
    ids.map((id) => ({ kind: 'payout', id })),
  );
  return rows.map(({ id, cents, state, account, createdAt, sentAt, endedAt }) => ({
    id,
    cents,
    state,
    account_end: accountEnd(account),
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    orders: (parts.get(id) ?? []).map((part) => ({
      id: part.orderId,
      number: orderNumber(part.orderId),
      cents: part.cents,
    })),
    statement: documents.find(({ subjectId }) => subjectId === id)?.number ?? null,
  }));
}

/** Sellers who are to be paid, and payouts, for the back office. */
export async function listPayouts(pool: pg.Pool, now: Date, adminId: number): Promise<AdminPayoutsResponse> {
  const due = Map.groupBy(await dueParts(pool, null, now), ({ sellerId }) => sellerId);
  const sellers = [...due.keys()];
  const names = new Map(
    (await rowsOf<{ id: number; name: string }>(pool, NAMES, [sellers])).map(({ id, name }) => [id, name]),
  );
  const withAccount = new Set((await rowsOf<{ id: number }>(pool, WITH_ACCOUNT, [sellers])).map(({ id }) => id));
  const rows = await rowsOf<Row>(pool, NEWEST, []);
  const responses = await toResponses(pool, rows);
  const seconds = new Map<number, DuePayout['second']>();
  for (const [id, parts] of due)
    seconds.set(id, await secondFor(pool, { id, parts: parts.filter(({ isDue }) => isDue) }, adminId));
  return {
    flag: '1',
    due: [...due]
      .map(([id, parts]) => ({
        seller: { id, name: names.get(id) ?? '' },
        cents: sumOf(parts.filter(({ isDue }) => isDue)),
        later_cents: sumOf(parts.filter(({ isDue }) => !isDue)),
        early_cents: sumOf(parts.filter(({ isEarly }) => isEarly)),
        orders: parts.length,
        has_account: withAccount.has(id),
        second: seconds.get(id) ?? null,
      }))
      .sort((one, other) => other.cents - one.cents),
    payouts: rows.map((row, at) => toAdminResponse(row, responses[at]!)),
    limit_cents: await payoutLimit(pool),
  };
}

/** Returns why a person may pay a seller what is due only with a second person. */
async function secondFor(
  db: Queryable,
  { id, parts }: { id: number; parts: DuePart[] },
  adminId: number,
): Promise<DuePayout['second']> {
  if (parts.length === 0) return null;
  const { isCounted, isAgain } = await claimsOfOne(db, parts);
  if (isCounted || isAgain) return isCounted ? 'counted' : 'again';
  return sumOf(parts) + (await paidAloneToday(db, id, adminId)) > (await payoutLimit(db)) ? 'limit' : null;
}

function toAdminResponse(row: Row, response: PayoutResponse): AdminPayoutResponse {
  const { holder, bank, account, bic } = row;
  return {
    ...response,
    seller: { id: row.sellerId, name: row.sellerName },
    account: { holder, bank, account, bic },
    needs_second_person: row.needsSecondPerson,
    created_by: row.createdByName,
    approved_by: row.approvedByName,
    fee_cents: row.feeCents,
    reason: row.reason,
  };
}

/** `isDue`: it may be paid now by one person. `isEarly`: two people may pay it before the buyer's days for claims are over. */
type DuePart = Payable & { isDue: boolean; isEarly: boolean };

/** Returns what sellers are owed per order and no open payout covers: of one seller, or of all with null. */
export async function dueParts(db: Queryable, sellerId: number | null, now: Date): Promise<DuePart[]> {
  const covered = new Map((await openParts(db, sellerId)).map((part) => [keyOf(part), part.cents]));
  const owed = (await payableOf(db, sellerId))
    .map((part) => ({ ...part, cents: part.cents - (covered.get(keyOf(part)) ?? 0) }))
    .filter(({ cents }) => cents > 0);
  const orders = [...new Set(owed.map(({ orderId }) => orderId))];
  const answers = await answersOf(db, orders, now);
  return owed.map((part) => {
    const may = answers.get(part.orderId)?.answer('pay_out').may;
    return { ...part, isDue: may === 'yes', isEarly: may === 'second' };
  });
}

const keyOf = ({ sellerId, orderId }: Payable) => `${sellerId} ${orderId}`;
