import type { Verifications } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type Verification = Columns<Verifications, 'started_at' | 'ended_at' | 'faults' | 'findings'>;

const MAX_FINDINGS = 20;

const INSERT = statement(`
  insert into verifications (started_at, ended_at, version, faults, findings) values ($1, now(), $2, $3, $4)`);
const FORGET = statement(
  'delete from verifications where id not in (select id from verifications order by id desc limit 100)',
);

/** Stores the outcome of `npm run verify`. `findings` are the lines that report something wrong. */
export async function noteVerification(
  db: Queryable,
  { startedAt, version, findings }: { startedAt: Date; version: string; findings: string[] },
): Promise<void> {
  await rowsOf(db, INSERT, [startedAt, version, findings.length, findings.slice(0, MAX_FINDINGS)]);
  await rowsOf(db, FORGET, []);
}

const NEWEST = statement(`
  select started_at as "startedAt", ended_at as "endedAt", faults, findings from verifications order by id desc limit 1`);

export async function newestVerification(db: Queryable): Promise<Verification | null> {
  return (await rowsOf<Verification>(db, NEWEST, []))[0] ?? null;
}
