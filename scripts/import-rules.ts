/** `npm run import-rules`: adds the new rows of content/import-rules to the list of released rows, and writes docs/customs/coverage.md. */
import { writeFileSync } from 'node:fs';
import { COVERAGE, coverageDocument } from './import-rules/coverage.ts';
import { changedRows, FINGERPRINTS, fingerprintsOfSeed, readFingerprints } from './import-rules/fingerprints.ts';

const shipped = await fingerprintsOfSeed();
const changed = changedRows(readFingerprints(), shipped);
if (changed.length > 0) {
  console.error(
    `${changed.length} released rows changed or are gone, such as ${changed[0]}. Restore them. A correction is a new row that names the old one in supersedes.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(COVERAGE, await coverageDocument());
  writeFileSync(FINGERPRINTS, [...shipped].map(([row, hash]) => `${row} ${hash}\n`).join(''));
}
