import { unbalancedEntry } from '#features/ledger/server/sealed-ledger-store.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { formatSeal } from '#lib/server/seals/seal-log.ts';
import { type LogFindings, verifyLog } from '#lib/server/seals/verify-log.ts';
import { SEALED_LOGS } from '../seals.ts';

/** Checks every chain of seals and the sums of the books; reports a line for each, and gives whether all of it holds. */
export async function verify(db: Queryable, kept: string[], report: (line: string) => void): Promise<boolean> {
  let sound = true;
  for (const log of SEALED_LOGS) {
    const ofChain = kept.filter((text) => text.startsWith(`${log.chain}/`));
    const found = await verifyLog(db, log, ofChain);
    sound &&= found.broken === null && found.missing.length === 0;
    for (const line of linesOf(log.chain, found)) report(line);
  }
  const entry = await unbalancedEntry(db);
  report(entry === null ? 'books: every entry sums to zero' : `books: WRONG: entry ${entry} does not sum to zero`);
  return sound && entry === null;
}

function linesOf(chain: string, { seals, rows, waiting, newest, broken, missing }: LogFindings): string[] {
  const gone = missing.map((text) => `${chain}: WRONG: seal ${text} is missing from the chain`);
  if (broken) {
    const at = new Date(Number(broken.seal.sealedAt) / 1_000).toISOString();
    return [`${chain}: WRONG at the seal up to row ${broken.seal.upTo}, of ${at}: ${broken.why}`];
  }
  const told = `${chain}: ${rows} rows match their seals (${seals} seals), ${waiting} rows are not sealed yet`;
  return [told, ...(newest ? [`  ${formatSeal(newest)}`] : []), ...gone];
}
