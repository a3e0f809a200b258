import type { SessionKind } from '#features/people/sessions/model/lifetimes.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';

/** How long a new secret can be confirmed. */
const BEGUN_LIFE_S = 15 * 60;

export type SecondFactor = {
  /** Base32. Null if the key that encrypted it is missing. */
  secret: string | null;
  isOn: boolean;
  /** Database time in milliseconds: all processes check codes by the same clock. */
  now: number;
};

const sqlOf = (kind: SessionKind) => ({
  find: statement(`
    select secret, confirmed_at is not null as "isOn", (extract(epoch from now()) * 1000)::float8 as now
    from ${kind}_second_factors
    where ${kind}_id = $1 and (confirmed_at is not null or begun_at > now() - make_interval(secs => $2))`),
  begin: statement(`
    insert into ${kind}_second_factors as factor (${kind}_id, secret) values ($1, $2)
    on conflict (${kind}_id) do update set secret = excluded.secret, begun_at = now(), last_step = 0
    where factor.confirmed_at is null
    returning 1`),
  enable: statement(`update ${kind}_second_factors set confirmed_at = now() where ${kind}_id = $1`),
  isOn: statement(`select 1 from ${kind}_second_factors where ${kind}_id = $1 and confirmed_at >= $2`),
  remove: statement(`delete from ${kind}_second_factors where ${kind}_id = $1`),
  consumeStep: statement(
    `update ${kind}_second_factors set last_step = $2 where ${kind}_id = $1 and last_step < $2 returning 1`,
  ),
  removeCodes: statement(`delete from ${kind}_recovery_codes where ${kind}_id = $1`),
  addCodes: statement(`insert into ${kind}_recovery_codes (${kind}_id, code_hash) select $1, unnest($2::bytea[])`),
  consumeCode: statement(`delete from ${kind}_recovery_codes where ${kind}_id = $1 and code_hash = $2 returning 1`),
  countCodes: statement(`select count(*)::int as left from ${kind}_recovery_codes where ${kind}_id = $1`),
});
const SQL: Record<SessionKind, ReturnType<typeof sqlOf>> = { user: sqlOf('user'), admin: sqlOf('admin') };

/** Where an encrypted secret is stored. It cannot be decrypted in another row. */
export const secretPlace = (kind: SessionKind, id: number) => `${kind}_second_factors.secret ${id}`;

/** Returns the active second factor, or one that is not confirmed yet and has not expired. */
export async function findSecondFactor(
  db: Queryable,
  secrets: SecretBox,
  kind: SessionKind,
  id: number,
): Promise<SecondFactor | null> {
  const [row] = await rowsOf<SecondFactor & { secret: string }>(db, SQL[kind].find, [id, BEGUN_LIFE_S]);
  return row ? { ...row, secret: secrets.open(row.secret, secretPlace(kind, id)) } : null;
}

/** Stores an unconfirmed secret. Returns false if a second factor is already on. */
export async function beginSecondFactor(
  db: Queryable,
  secrets: SecretBox,
  kind: SessionKind,
  id: number,
  secret: string,
): Promise<boolean> {
  return (await rowsOf(db, SQL[kind].begin, [id, secrets.seal(secret, secretPlace(kind, id))])).length === 1;
}

export async function enableSecondFactor(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await rowsOf(db, SQL[kind].enable, [id]);
}

/** Returns true if a second factor is on and was turned on at `since` or later. */
export async function hasSecondFactor(
  db: Queryable,
  kind: SessionKind,
  id: number,
  since: Date | '-infinity' = '-infinity',
): Promise<boolean> {
  return (await rowsOf(db, SQL[kind].isOn, [id, since])).length === 1;
}

export async function deleteSecondFactor(db: Queryable, kind: SessionKind, id: number): Promise<void> {
  await rowsOf(db, SQL[kind].remove, [id]);
  await rowsOf(db, SQL[kind].removeCodes, [id]);
}

/** Marks a time step as used. Returns false if it or a later one was used before. */
export async function consumeStep(db: Queryable, kind: SessionKind, id: number, step: number): Promise<boolean> {
  return (await rowsOf(db, SQL[kind].consumeStep, [id, step])).length === 1;
}

export async function replaceRecoveryCodes(
  db: Queryable,
  kind: SessionKind,
  id: number,
  hashes: Buffer[],
): Promise<void> {
  await rowsOf(db, SQL[kind].removeCodes, [id]);
  await rowsOf(db, SQL[kind].addCodes, [id, hashes]);
}

/** Deletes a recovery code. Returns false if it is unknown or used. */
export async function consumeRecoveryCode(
  db: Queryable,
  kind: SessionKind,
  id: number,
  hash: Buffer,
): Promise<boolean> {
  return (await rowsOf(db, SQL[kind].consumeCode, [id, hash])).length === 1;
}

export async function countRecoveryCodes(db: Queryable, kind: SessionKind, id: number): Promise<number> {
  return (await rowsOf<{ left: number }>(db, SQL[kind].countCodes, [id]))[0]?.left ?? 0;
}

const ENCRYPTED_AT_ONCE = 500;
/** Secrets from before encryption are 32 characters of base32. */
const PLAIN = /^[A-Z2-7]{32}$/;

type Row = { id: number; secret: string };
type Result = { encrypted: number; unreadable: number };

const encryptionSqlOf = (kind: SessionKind) => ({
  outdated: statement(`
    select ${kind}_id as id, secret from ${kind}_second_factors
    where ${kind}_id > $1 and not starts_with(secret, $2) order by ${kind}_id limit ${ENCRYPTED_AT_ONCE}`),
  replace: statement(`
    update ${kind}_second_factors f set secret = n.replacement
    from unnest($1::bigint[], $2::text[], $3::text[]) as n (id, secret, replacement)
    where f.${kind}_id = n.id and f.secret = n.secret`),
});

/**
 * Encrypts with the current key all secrets that an older key encrypted, and plain ones from before encryption. Other
 * processes may change or encrypt the same rows meanwhile. `unreadable` counts secrets whose key is missing.
 */
export async function encryptSecrets(db: Queryable, secrets: SecretBox): Promise<Result> {
  const result = { encrypted: 0, unreadable: 0 };
  for (const kind of ['user', 'admin'] as const) {
    const sql = encryptionSqlOf(kind);
    for (let after = 0, rows: Row[] = []; ; after = rows.at(-1)!.id) {
      rows = await rowsOf<Row>(db, sql.outdated, [after, secrets.prefix]);
      if (rows.length === 0) break;
      const readable = rows.flatMap(({ id, secret }) => {
        const place = secretPlace(kind, id);
        const plain = PLAIN.test(secret) ? secret : secrets.open(secret, place);
        return plain === null ? [] : [{ id, secret, replacement: secrets.seal(plain, place) }];
      });
      const columns = (['id', 'secret', 'replacement'] as const).map((name) => readable.map((row) => row[name]));
      await rowsOf(db, sql.replace, columns);
      result.encrypted += readable.length;
      result.unreadable += rows.length - readable.length;
    }
  }
  return result;
}
