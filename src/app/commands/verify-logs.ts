import { unbalancedEntry } from '#features/ledger/server/sealed-ledger-store.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { formatSeal } from '#lib/server/seals/seal-log.ts';
import { type LogFindings, verifyLog } from '#lib/server/seals/verify-log.ts';
import { SEALED_LOGS } from '../seals.ts';

/** Checks every chain of seals and the ledger sums. Reports a line for each and returns whether all are correct. */
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
  return valid && entry === null;
}

function linesOf(chain: string, { seals, rows, waiting, newest, broken, missing }: LogFindings): string[] {
  const missingLines = missing.map((text) => `${chain}: WRONG: seal ${text} is missing from the chain`);
  if (broken) {
    const sealedAt = new Date(Number(broken.seal.sealedAt) / 1_000).toISOString();
    return [`${chain}: WRONG at the seal up to row ${broken.seal.upTo}, of ${sealedAt}: ${broken.why}`];
  }
  const summary = `${chain}: ${rows} rows match their seals (${seals} seals), ${waiting} rows are not sealed yet`;
  return [summary, ...(newest ? [`  ${formatSeal(newest)}`] : []), ...missingLines];
}
