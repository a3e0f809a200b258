import { type OrderDifference, orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import {
  type StatementDifference,
  statementDifferences,
} from '#features/bookkeeping/bank-statements/server/statement-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { staleWaits } from '#features/orders/order-pages/admin/server/admin-order-store.ts';
import { unbalancedEntry } from '#features/payments/ledger/server/sealed-ledger-store.ts';
import { findDocumentFaults } from '#features/site/issued-documents/server/document-faults.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { formatSeal, type LogFindings, verifyLog } from '#lib/server/seals/seal-log.ts';
import { SEALED_LOGS } from '../seals.ts';

/**
 * Checks every chain of seals, the sums of the ledger, payments, refunds and bookings against the ledger, and documents
 * against their signatures. Reports a line for each. Returns true if all are correct.
 */
export async function verify(db: Queryable, expected: string[], report: (line: string) => void): Promise<boolean> {
  let valid = true;
  for (const log of SEALED_LOGS) {
    const seals = expected.filter((text) => text.startsWith(`${log.chain}/`));
    const found = await verifyLog(db, log, seals);
    valid &&= found.broken === null && found.missing.length === 0;
    for (const line of linesOf(log.chain, found)) report(line);
  }
  const entry = await unbalancedEntry(db);
  report(entry === null ? 'books: every entry sums to zero' : `books: WRONG: entry ${entry} does not sum to zero`);
  const differences = await orderDifferences(db);
  for (const { paymentId, what } of differences) report(`orders: WRONG: payment ${paymentId}: ${DIFFERENCES[what]}`);
  if (differences.length === 0) report('orders: payments, refunds and bookings agree with the ledger');
  const stale = await staleWaits(db);
  for (const id of stale)
    report(`orders: WRONG: order ${id}: its place in the queues is not what its plan and money say`);
  const unlike = await statementDifferences(db);
  for (const { what, id } of unlike)
    report(`bank: WRONG: ${STATEMENT_DIFFERENCES[what]}${id === null ? '' : `: line ${id}`}`);
  if (unlike.length === 0) report('bank: statements, matches and open lines agree with the ledger');
  const bookFindings = await bookFaults(db);
  for (const fault of bookFindings) report(`books: WRONG: ${fault}`);
  if (bookFindings.length === 0) report('books: orders, invoices, payouts and cash agree with the ledger');
  const { documents, files, faults } = await findDocumentFaults(db);
  for (const fault of faults) report(`documents: WRONG: ${fault}`);
  if (faults.length === 0)
    report(`documents: ${documents} are signed and numbered without gaps, ${files} files are as they were stored`);
  return (
    valid &&
    entry === null &&
    differences.length === 0 &&
    unlike.length === 0 &&
    stale.length === 0 &&
    bookFindings.length === 0 &&
    faults.length === 0
  );
}

const DIFFERENCES: Record<OrderDifference['what'], string> = {
  captured: 'its amount is not what the ledger captured',
  refunded: 'its refunds are not what the ledger paid back',
  due: 'its refund that waits is not what the ledger has as due',
  booking: 'its booking has other amounts, another car or another buyer',
  allocated: 'its order was credited with another amount',
  shortfall: 'its order bears another amount of bank fees than the ledger',
};

const STATEMENT_DIFFERENCES: Record<StatementDifference['what'], string> = {
  foreign: 'an account in another currency holds other dollars than its matches are worth',
  bank: 'the bank account of the ledger is not the sum of the imported lines',
  line: 'an imported line has no entry of its amount',
  part: 'a line was matched to more than its amount',
  unmatched: 'the account of unidentified receipts is not the sum of the lines without a match',
  transfer: 'a matched transfer is not the payment of its order',
  payout: 'a matched payout is not booked with the amount of its line',
  match: 'a match has no entry, or an undone one has not been reversed',
  balance: 'the lines of an account do not lead from its first balance to its last',
};

function linesOf(chain: string, { seals, rows, waiting, newest, broken, missing }: LogFindings): string[] {
  const missingLines = missing.map((text) => `${chain}: WRONG: seal ${text} is missing from the chain`);
  if (broken) {
    const sealedAt = new Date(Number(broken.seal.sealedAt) / 1_000).toISOString();
    return [`${chain}: WRONG at the seal up to row ${broken.seal.upTo}, of ${sealedAt}: ${broken.why}`];
  }
  const summary = `${chain}: ${rows} rows match their seals (${seals} seals), ${waiting} rows are not sealed yet`;
  return [summary, ...(newest ? [`  ${formatSeal(newest)}`] : []), ...missingLines];
}
