import type { AdminSecondFactors } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

/** How long a new secret can be confirmed. */
const BEGUN_LIFE_S = 15 * 60;

export type SecondFactor = Pick<AdminSecondFactors, 'secret'> & {
  isOn: boolean;
  /** Database time in milliseconds, so that all processes check codes by the same clock. */
  now: number;
};

const FIND = statement(`
  select secret, confirmed_at is not null as "isOn", (extract(epoch from now()) * 1000)::float8 as now
  from admin_second_factors
  where admin_id = $1 and (confirmed_at is not null or begun_at > now() - make_interval(secs => $2))`);

/** Returns the active second factor, or one that is not confirmed yet and has not expired. */
export async function findSecondFactor(db: Queryable, adminId: number): Promise<SecondFactor | null> {
  return (await rowsOf<SecondFactor>(db, FIND, [adminId, BEGUN_LIFE_S]))[0] ?? null;
}

/** Stores an unconfirmed secret. Returns false if a second factor is already on. */
export async function beginSecondFactor(db: Queryable, adminId: number, secret: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into admin_second_factors as factor (admin_id, secret) values ($1, $2)
     on conflict (admin_id) do update set secret = excluded.secret, begun_at = now(), last_step = 0
     where factor.confirmed_at is null`,
    [adminId, secret],
  );
  return rowCount === 1;
}

export async function enableSecondFactor(db: Queryable, adminId: number): Promise<void> {
  await db.query('update admin_second_factors set confirmed_at = now() where admin_id = $1', [adminId]);
}

export async function deleteSecondFactor(db: Queryable, adminId: number): Promise<void> {
  await db.query('delete from admin_second_factors where admin_id = $1', [adminId]);
  await db.query('delete from admin_recovery_codes where admin_id = $1', [adminId]);
}

/** Marks a time step as used. Returns false if it or a later one was used before. */
export async function consumeStep(db: Queryable, adminId: number, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update admin_second_factors set last_step = $2 where admin_id = $1 and last_step < $2',
    [adminId, step],
  );
  return rowCount === 1;
}

export async function replaceRecoveryCodes(db: Queryable, adminId: number, hashes: Buffer[]): Promise<void> {
  await db.query('delete from admin_recovery_codes where admin_id = $1', [adminId]);
  await db.query('insert into admin_recovery_codes (admin_id, code_hash) select $1, unnest($2::bytea[])', [
    adminId,
    hashes,
  ]);
}

/** Deletes a recovery code. Returns false if it is unknown or used. */
export async function consumeRecoveryCode(db: Queryable, adminId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from admin_recovery_codes where admin_id = $1 and code_hash = $2', [
    adminId,
    hash,
  ]);
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, adminId: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    'select count(*)::int as left from admin_recovery_codes where admin_id = $1',
    [adminId],
  );
  return rows[0]?.left ?? 0;
}
