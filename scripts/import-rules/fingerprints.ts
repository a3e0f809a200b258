import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSeedRecords, rowsOfSeed } from '#features/customs/import-rules/server/book/seed.ts';

/** One line per row of content/import-rules that was ever shipped: list, id and a hash of its cells. */
export const FINGERPRINTS = 'tests/fixtures/import-rule-fingerprints.txt';

const LENGTH = 12;

/** By list and id, such as `rules KE-age-1`. Empty cells do not count, so a new column changes no row. */
export async function fingerprintsOfSeed(): Promise<Map<string, string>> {
  const rows = rowsOfSeed(await readSeedRecords());
  return new Map(
    rows.map(({ list, id, record }) => {
      const cells = Object.entries(record).filter(([, cell]) => cell !== '');
      const text = JSON.stringify(cells.sort(([one], [other]) => (one < other ? -1 : 1)));
      return [`${list} ${id}`, createHash('sha256').update(text).digest('hex').slice(0, LENGTH)];
    }),
  );
}

export function readFingerprints(): Map<string, string> {
  const lines = readFileSync(FINGERPRINTS, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, -LENGTH - 1), line.slice(-LENGTH)]));
}

/** Returns released rows that were changed or removed. Restore them, and give a correction a new id. */
export function changedRows(released: Map<string, string>, shipped: Map<string, string>): string[] {
  return [...released].flatMap(([row, hash]) => (shipped.get(row) === hash ? [] : [row]));
}
