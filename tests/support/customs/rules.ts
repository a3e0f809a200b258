import { readSeedRecords, type SeedRecords } from '#features/customs/import-rules/server/book/seed.ts';
import { dayFromNow } from '../runner/test-clock.ts';

/** The shipped import rules as if checked today, because rules that were not checked for long are not trusted. */
export async function rulesCheckedToday(): Promise<SeedRecords> {
  const records = await readSeedRecords();
  const today = dayFromNow(0);
  for (const record of Object.values(records).flat()) if (record.checked !== undefined) record.checked = today;
  return records;
}
