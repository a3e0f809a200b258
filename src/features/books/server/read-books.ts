import type pg from 'pg';
import { mayIssueInvoices } from '#features/operator/server/api.ts';
import { orderNumber } from '#features/orders/model/order.ts';
import type { Clock } from '#lib/clock.ts';
import { amountOf } from '#lib/money.ts';
import type { AgedResponse, BooksResponse } from '../model/books-contract.ts';
import {
  type AccountSums,
  clearingAccounts,
  type OpenAmount,
  openAmounts,
  ordersWithoutInvoice,
  trialBalance,
} from './book-store.ts';

type BooksDeps = { pool: pg.Pool; clock: Clock };

const MAX_ITEMS = 100;

/** The books of a month, in UTC: by default the current one. Ages and clearing accounts are of now. */
export async function readBooks({ pool, clock }: BooksDeps, asked: string | undefined): Promise<BooksResponse> {
  const month = asked ?? clock.now().toISOString().slice(0, 7);
  const accounts = await trialBalance(pool, ...rangeOf(month));
  const clearing = await clearingAccounts(pool);
  return {
    flag: '1',
    month,
    accounts: accounts.map(({ account, ...sums }) => ({ account, ...toSums(sums) })),
    totals: toSums(totalOf(accounts)),
    receivables: toAged(await openAmounts(pool, ['receivable'])),
    payables: toAged(await openAmounts(pool, ['deposits', 'refunds_due', 'seller_payable'])),
    clearing: clearing
      .filter(({ cents }) => cents !== 0)
      .map(({ account, cents, since }) => ({ account, cents, since: since.toISOString() })),
    waiting_invoices: await ordersWithoutInvoice(pool),
    missing: (await mayIssueInvoices(pool, clock.now())).missing,
  };
}

function rangeOf(month: string): [from: Date, to: Date] {
  const from = new Date(`${month}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))];
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

function toAged(amounts: OpenAmount[]): AgedResponse {
  const bands = [0, 0, 0, 0];
  for (const { band, cents } of amounts) bands[band] = (bands[band] ?? 0) + cents;
  return {
    bands,
    total_cents: bands.reduce((sum, cents) => sum + cents, 0),
    items: amounts.slice(0, MAX_ITEMS).map(({ account, orderId, sellerId, cents, since }) => ({
      account,
      order_id: orderId ?? 0,
      number: orderNumber(orderId ?? 0),
      seller_id: sellerId,
      cents,
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
