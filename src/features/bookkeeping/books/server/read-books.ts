import type pg from 'pg';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { mayIssueInvoices } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { amountOf } from '#lib/money.ts';
import type { AgedResponse, BooksResponse } from '../model/books-contract.ts';
import {
  type AccountSums,
  clearingAccounts,
  foreignBalances,
  type OpenAmounts,
  openAmounts,
  ordersWithoutInvoice,
  trialBalance,
} from './book-store.ts';

type BooksDeps = { pool: pg.Pool; clock: Clock };

const MAX_ITEMS = 100;
const RECEIVABLE = ['receivable', 'seller_receivable', 'disputed_at_provider'];
const PAYABLE = ['deposits', 'security_deposits', 'refunds_due', 'seller_payable', 'frozen'];

/** The books of a month, in UTC: by default the current one. Ages and clearing accounts are of now. */
export async function readBooks({ pool, clock }: BooksDeps, asked: string | undefined): Promise<BooksResponse> {
  const month = asked ?? clock.now().toISOString().slice(0, 7);
  // The longest of these decides how long finance waits, because PostgreSQL answers them on several cores.
  const [from, to] = rangeOf(month);
  const [accounts, foreign, receivables, payables, clearing, waiting, { missing }] = await Promise.all([
    trialBalance(pool, from, to),
    foreignBalances(pool, to),
    openAmounts(pool, RECEIVABLE, MAX_ITEMS),
    openAmounts(pool, PAYABLE, MAX_ITEMS),
    clearingAccounts(pool),
    ordersWithoutInvoice(pool),
    mayIssueInvoices(pool, clock.now()),
  ]);
  return {
    flag: '1',
    month,
    accounts: accounts.map(({ account, ...sums }) => ({ account, ...toSums(sums) })),
    totals: toSums(totalOf(accounts)),
    foreign: foreign.map(({ account, currency, ...balance }) => ({
      account,
      currency,
      booked_cents: balance.bookedCents,
      statement_cents: balance.statementCents,
      statement_on: balance.statementOn,
      usd_cents: balance.usdCents,
    })),
    receivables: toAged(receivables, 1),
    payables: toAged(payables, -1),
    held_cents: 0 - payables.notDueCents,
    clearing: clearing.map(({ account, cents, since }) => ({ account, cents, since: since.toISOString() })),
    waiting_invoices: waiting,
    missing,
  };
}

function rangeOf(month: string): [from: string, to: string] {
  const from = new Date(`${month}-01T00:00:00Z`);
  return [dayOf(from), dayOf(new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)))];
}

type Sums = Omit<AccountSums, 'account'>;

function totalOf(accounts: Sums[]): Sums {
  const sum = (pick: (sums: Sums) => number) => accounts.reduce((total, sums) => total + pick(sums), 0);
  return {
    openingCents: sum((sums) => sums.openingCents),
    debitCents: sum((sums) => sums.debitCents),
    creditCents: sum((sums) => sums.creditCents),
    closingCents: sum((sums) => sums.closingCents),
  };
}

const toSums = ({ openingCents, debitCents, creditCents, closingCents }: Sums) => ({
  opening_cents: openingCents,
  debit_cents: debitCents,
  credit_cents: creditCents,
  closing_cents: closingCents,
});

/** @param sign 1 if debits are open, -1 if credits are; a negative amount is owed the other way round */
function toAged({ bands, oldest }: OpenAmounts, sign: 1 | -1): AgedResponse {
  return {
    bands: bands.map((cents) => cents * sign),
    total_cents: bands.reduce((sum, cents) => sum + cents, 0) * sign,
    items: oldest.map(({ account, orderId, sellerId, cents, since }) => ({
      account,
      order_id: orderId,
      number: orderNumber(orderId),
      seller_id: sellerId,
      cents: cents * sign,
      since: since.toISOString(),
    })),
  };
}

/** The trial balance as rows of a CSV, with the totals last. */
export async function trialBalanceRows({ pool, clock }: BooksDeps, asked: string | undefined) {
  const month = asked ?? clock.now().toISOString().slice(0, 7);
  const accounts = await trialBalance(pool, ...rangeOf(month));
  const toRow = ({ account, openingCents, debitCents, creditCents, closingCents }: AccountSums) => [
    account,
    ...[openingCents, debitCents, creditCents, closingCents].map(amountOf),
  ];
  return { month, rows: [...accounts, { account: 'total', ...totalOf(accounts) }].map(toRow) };
}
