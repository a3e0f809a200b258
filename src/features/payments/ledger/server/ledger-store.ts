import { execute, type Queryable, queryNumber, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LedgerEntries, LedgerLines } from '#lib/server/database/rows.ts';

/**
 * - `gateway`: owed to us by the provider
 * - `bank`: on our account, by the imported statements
 * - `bank_in_transit`: recorded by hand as paid by our bank, until the line of a statement shows it; and passing between accounts in other currencies
 * - `foreign_accounts`: on our accounts in other currencies, as far as their lines were matched, at the values of the matches
 * - `cash`: taken in person and not brought to the bank
 * - `card_terminal`: paid at the card terminal of the office, until its provider pays out
 * - `deposits`: paid by buyers and refundable
 * - `security_deposits`: refundable deposits of rentals, paid at the pick-up
 * - `refunds_due`: requested refunds that are not sent yet
 * - `seller_payable`: owed to sellers
 * - `tax_payable`: owed to authorities
 * - `fees_to_pass_on`: owed to authorities, carriers and insurers; a debit is what they were paid before the buyer's money became theirs
 * - `unidentified_receipts`: lines of bank statements until they are matched
 * - `earnings`: ours for good
 * - `cancellation_kept`: ours for good, because an order was canceled
 * - `bank_fees`: kept by banks, and borne by us
 * - `exchange_difference`: what foreign accounts gained or lost in dollars, once nothing is on them
 * - `interest`, `capital`, `expenses`: of the operator, by lines of statements
 * - `frozen`: of orders with an open claim or dispute; the seller of a line says whom it was owed to, null for deposits
 * - `seller_receivable`: refunded to buyers after a payout, to be deducted from later payouts
 * - `disputed_at_provider`: withdrawn by the provider until a dispute ends
 */
type Account = LedgerLines['account'];
/** Cents per account: debits are positive, credits negative. */
type Lines = Partial<Record<Account, number>>;

/**
 * `gateway` means the account that the method of the payment moves. The line of a statement has moved the bank account
 * already, so a transfer moves `unidentified_receipts`, where the line waits for its match.
 */
const POST = statement(`
  with payment as (
    select order_id, case method when 'bank_transfer' then 'unidentified_receipts' else 'gateway' end as moves from payments where id = $1
  ), entry as (
    insert into ledger_entries (payment_id, order_id, kind, reference) select $1, order_id, $2, $3 from payment
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, case line.account when 'gateway' then payment.moves else line.account end, line.cents
  from entry, payment, unnest($4::text[], $5::bigint[]) as line (account, cents) where line.cents <> 0`);
const POST_OF_ORDER = statement(`
  with entry as (
    insert into ledger_entries (order_id, source, source_id, kind, reference) values ($1, $2, $3, $4, $5)
    on conflict (source, source_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents, line, seller_id)
  select entry.id, line.account, line.cents, line.n, line.seller
  from entry, unnest($6::text[], $7::bigint[], $8::bigint[]) with ordinality as line (account, cents, seller, n)
  where line.cents <> 0`);
/** The entries of a payment and of the order that it belongs to. */
const ENTRIES = `
  select id from ledger_entries where payment_id = $1
  union select e.id from payments mine join payments other on other.order_id = mine.order_id
    join ledger_entries e on e.payment_id = other.id where mine.id = $1
  union select e.id from payments mine join ledger_entries e on e.order_id = mine.order_id where mine.id = $1`;
const HELD = statement(`
  select coalesce(-sum(cents) filter (where account = 'deposits'), 0) as "depositCents",
    coalesce(-sum(cents) filter (where account = 'refunds_due'), 0) as "dueCents",
    coalesce(-sum(cents) filter (where account = 'frozen' and seller_id is null), 0) as "frozenCents"
  from ledger_lines where account in ('deposits', 'refunds_due', 'frozen') and entry_id in (${ENTRIES})`);
const EARNED = statement(`
  select coalesce(-sum(cents), 0) as cents from ledger_lines where account = 'earnings' and entry_id in (${ENTRIES})`);
const IS_COMPLETED = statement(`
  select 1 from payments p left join orders o on o.id = p.order_id where p.id = $1 and (o.id is null or o.life = 'completed')`);
const TIMES_POSTED = statement('select count(*) as times from ledger_entries where payment_id = $1 and kind = $2');

/** Posts a capture to the ledger. Idempotent per payment. */
export async function postCapture(db: Queryable, paymentId: number, cents: number): Promise<void> {
  await post(db, paymentId, 'capture', '', { gateway: cents, deposits: -cents });
}

type CarShare = {
  sellerId: number;
  priceCents: number;
  taxCents: number;
  feeCents: number;
  commissionCents: number;
};

/** Posts the handover of an order: moves its deposit to sellers, authorities and us. Idempotent. */
export async function postHandover(db: Queryable, orderId: number, cars: CarShare[]): Promise<void> {
  const lines = cars.flatMap(({ sellerId, priceCents, taxCents, feeCents, commissionCents }): OrderLine[] => [
    ['deposits', priceCents + taxCents + feeCents, null],
    ['seller_payable', commissionCents - priceCents, sellerId],
    ['tax_payable', -taxCents, null],
    ['fees_to_pass_on', -feeCents, null],
    ['earnings', -commissionCents, null],
  ]);
  await postOfOrder(db, orderId, { source: 'order', sourceId: orderId, kind: 'handover' }, lines);
}

/** Accounts by method of money in person. A transfer waits on its account for the statement line. */
const IN_PERSON = { cash: 'cash', card: 'card_terminal', transfer: 'bank_in_transit' } as const;
type InPerson = keyof typeof IN_PERSON;

/** Posts money that staff took in person. Idempotent per receipt. */
export async function postCash(
  db: Queryable,
  orderId: number,
  receiptId: number,
  { cents, method }: { cents: number; method: InPerson },
): Promise<void> {
  await postOfOrder(db, orderId, { source: 'cash receipt', sourceId: receiptId, kind: 'cash' }, [
    [IN_PERSON[method], cents, null],
    ['deposits', -cents, null],
  ]);
}

type UsedDeposit = { kind: 'used'; cents: number; method: null };

/** Posts a security deposit that was taken, returned, or used for a charge. Idempotent per move. */
export async function postSecurity(
  db: Queryable,
  orderId: number,
  moveId: number,
  { kind, cents, method }: { kind: 'taken' | 'returned'; cents: number; method: InPerson } | UsedDeposit,
): Promise<void> {
  const other = method === null ? 'deposits' : IN_PERSON[method];
  const held = kind === 'taken' ? -cents : cents;
  await postOfOrder(db, orderId, { source: 'security move', sourceId: moveId, kind: `security ${kind}` }, [
    ['security_deposits', held, null],
    [other, -held, null],
  ]);
}

/** Moves the charges of a rental to the owner of the car. Idempotent. */
export async function postCharges(db: Queryable, orderId: number, sellerId: number, cents: number): Promise<void> {
  await postOfOrder(db, orderId, { source: 'order', sourceId: orderId, kind: 'charges' }, [
    ['deposits', cents, null],
    ['seller_payable', -cents, sellerId],
  ]);
}

/** Moves shipping costs of an order to carriers and insurers. Idempotent. */
export async function postTransport(db: Queryable, orderId: number, cents: number): Promise<void> {
  await postOfOrder(db, orderId, { source: 'order', sourceId: orderId, kind: 'transport' }, [
    ['deposits', cents, null],
    ['fees_to_pass_on', -cents, null],
  ]);
}

/** Posts bank charges of a transfer that we bear. Idempotent per payment. */
export async function postShortfall(db: Queryable, paymentId: number, cents: number): Promise<void> {
  await post(db, paymentId, 'shortfall', '', { bank_fees: cents, deposits: -cents });
}

/**
 * Removes a transfer, or a part of it, from a payment until it is matched again, and reverses bank charges that we bore. Idempotent per payment
 * and reference.
 */
export async function postMatchUndone(
  db: Queryable,
  paymentId: number,
  { amountCents, shortfallCents, reference = '' }: { amountCents: number; shortfallCents: number; reference?: string },
): Promise<void> {
  const lines = { gateway: -amountCents, bank_fees: -shortfallCents, deposits: amountCents + shortfallCents };
  await post(db, paymentId, 'match undone', reference, lines);
}

type CashReturned = { returnId: number; cents: number; method: InPerson };

/** Posts a return of a cash receipt. Idempotent per receipt and return. */
export async function postCashReturn(
  db: Queryable,
  orderId: number,
  receiptId: number,
  { returnId, cents, method }: CashReturned,
): Promise<void> {
  const cause = { source: 'cash receipt', sourceId: receiptId, kind: 'refund', reference: String(returnId) } as const;
  await postOfOrder(db, orderId, cause, [
    [IN_PERSON[method], -cents, null],
    ['deposits', cents, null],
  ]);
}

export type OrderLine = [account: Account, cents: number, sellerId: number | null];
type OrderCause = Pick<LedgerEntries, 'kind'> & {
  source: NonNullable<LedgerEntries['source']>;
  sourceId: number;
  reference?: string;
};

/** Posts an entry that no payment causes. Idempotent per cause. */
export async function postOfOrder(
  db: Queryable,
  orderId: number | null,
  { source, sourceId, kind, reference = '' }: OrderCause,
  lines: OrderLine[],
): Promise<void> {
  const column = <Index extends 0 | 1 | 2>(index: Index) => lines.map((line) => line[index]);
  await rowsOf(db, POST_OF_ORDER, [orderId, source, sourceId, kind, reference, column(0), column(1), column(2)]);
}

/**
 * Posts a refund from the due amount, then from the deposit (frozen or not), then from our earnings of the order. Idempotent per `reference`.
 * The caller locks the payment.
 */
export async function postRefund(db: Queryable, paymentId: number, reference: string, cents: number): Promise<void> {
  const due = Math.min(await dueOf(db, paymentId), cents);
  const { depositCents, frozenCents } = await heldOf(db, paymentId);
  const deposits = Math.min(depositCents, cents - due);
  const frozen = Math.min(frozenCents, cents - due - deposits);
  const ours = await fromOurs(db, paymentId, cents - due - deposits - frozen);
  const lines = { gateway: -cents, refunds_due: due, deposits, frozen, ...ours };
  await post(db, paymentId, 'refund', reference, lines);
}

/**
 * Moves money between the deposit and `refunds_due` until `cents` are due or the deposit is used up. The caller locks the payment.
 */
export async function setRefundDue(db: Queryable, paymentId: number, cents: number): Promise<void> {
  const { depositCents } = await heldOf(db, paymentId);
  const moved = Math.min(cents - (await dueOf(db, paymentId)), depositCents);
  if (moved === 0) return;
  const kind = moved > 0 ? 'refund due' : 'refund due undone';
  const [row] = await rowsOf<{ times: number }>(db, TIMES_POSTED, [paymentId, kind]);
  await post(db, paymentId, kind, String(row?.times ?? 0), { deposits: moved, refunds_due: -moved });
}

/** Reverses a posted refund on the accounts it was taken from. Idempotent; no-op if it was never posted. */
export const reverseRefund = execute<[paymentId: number, reference: string]>(`
  with before as (select id, order_id from ledger_entries where payment_id = $1 and kind = 'refund' and reference = $2), entry as (
    insert into ledger_entries (payment_id, order_id, kind, reference) select $1, order_id, 'refund failed', $2 from before
    on conflict (payment_id, kind, reference) do nothing returning id
  )
  insert into ledger_lines (entry_id, account, cents)
  select entry.id, l.account, -l.cents from entry, before join ledger_lines l on l.entry_id = before.id`);

/**
 * Moves money between the deposit and our accounts until deposit and refunds due of the payment's order are `cents`. The surplus becomes
 * earnings if the order is completed or completing, otherwise `cancellation_kept`. The caller locks the payment.
 */
export async function releaseDeposit(
  db: Queryable,
  paymentId: number,
  cents: number,
  isCompleting = false,
): Promise<void> {
  const { depositCents, dueCents } = await heldOf(db, paymentId);
  const surplus = depositCents + dueCents - cents;
  if (surplus === 0) return;
  const reference = String(await timesEarned(db, paymentId));
  const ours = isCompleting ? { earnings: -surplus } : await fromOurs(db, paymentId, -surplus);
  await post(db, paymentId, 'earned', reference, { deposits: surplus, ...ours });
}

/**
 * Returns lines that take `cents` from our accounts: earnings if the order was completed, otherwise `cancellation_kept`. Orders that were
 * canceled before that account existed have earnings to take first. Negative cents add money.
 */
async function fromOurs(db: Queryable, paymentId: number, cents: number): Promise<Lines> {
  if ((await rowsOf(db, IS_COMPLETED, [paymentId])).length > 0) return { earnings: cents };
  const [row] = await rowsOf<{ cents: number }>(db, EARNED, [paymentId]);
  const earnings = Math.max(0, Math.min(row?.cents ?? 0, cents));
  return { earnings, cancellation_kept: cents - earnings };
}

/** Reduces what is held for the buyer to at most `maxCents`. */
export async function limitDeposit(db: Queryable, paymentId: number, maxCents: number): Promise<void> {
  const { depositCents, dueCents } = await heldOf(db, paymentId);
  await releaseDeposit(db, paymentId, Math.min(depositCents + dueCents, maxCents));
}

export async function isEarned(db: Queryable, paymentId: number): Promise<boolean> {
  return (await timesEarned(db, paymentId)) > 0;
}

/** `frozenCents`: the part of the deposit that a claim or dispute has frozen. */
type Held = { depositCents: number; dueCents: number; frozenCents: number };

/** Returns what is held for the buyer of a payment, and of all payments of its order. */
async function heldOf(db: Queryable, paymentId: number): Promise<Held> {
  return (await rowsOf<Held>(db, HELD, [paymentId]))[0] ?? { depositCents: 0, dueCents: 0, frozenCents: 0 };
}

const dueOf = queryNumber<[paymentId: number]>(`
  select coalesce(-sum(l.cents), 0) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
  where e.payment_id = $1 and l.account = 'refunds_due'`);

const timesEarned = queryNumber<[paymentId: number]>(`
  select count(*) as times from ledger_entries where kind in ('earned', 'handover') and id in (${ENTRIES})`);

async function post(
  db: Queryable,
  paymentId: number,
  kind: LedgerEntries['kind'],
  reference: string,
  lines: Lines,
): Promise<void> {
  await rowsOf(db, POST, [paymentId, kind, reference, Object.keys(lines), Object.values(lines)]);
}

const FOLD = statement('select fold_ledger() as folded');

/** Folded entries after which the list is vacuumed, because empty pages slow down readers. */
const VACUUM_AFTER = 1_000;

/** Adds waiting entries to the sums of days and orders. Must not run in a transaction, because it may vacuum. */
export async function foldLedger(db: Queryable): Promise<void> {
  let total = 0;
  for (let folded = 1; folded > 0; total += folded)
    folded = (await rowsOf<{ folded: number }>(db, FOLD, []))[0]?.folded ?? 0;
  if (total > VACUUM_AFTER) await db.query('vacuum analyze ledger_unfolded');
}

/**
 * Accounts that receive and refund buyers' money. Transfers use `unidentified_receipts`. Before migration 087, entries by hand used `bank`.
 */
export const MONEY_ACCOUNTS =
  "('gateway', 'bank', 'bank_in_transit', 'cash', 'card_terminal', 'unidentified_receipts')";

/** Condition: entry `e` is a receipt from a buyer, or reverses a mistaken match. */
export const IS_RECEIPT = "(e.kind in ('capture', 'cash') or e.kind = 'match undone' and e.payment_id is not null)";

/** Condition: entry `e` is a refund, or reverses a failed one. */
export const IS_REFUND = "e.kind in ('refund', 'refund failed')";
