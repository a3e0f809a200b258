import type { SessionKind } from '#features/people/sessions/model/session-lifetime.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { secretPlace } from './second-factor-store.ts';

const BATCH = 500;
/** Secrets from before encryption are 32 characters of base32. */
const PLAIN = /^[A-Z2-7]{32}$/;

type Row = { id: number; secret: string };
type Result = { encrypted: number; unreadable: number };

const sqlOf = (kind: SessionKind) => ({
  outdated: statement(`
    select ${kind}_id as id, secret from ${kind}_second_factors
    where ${kind}_id > $1 and not starts_with(secret, $2) order by ${kind}_id limit ${BATCH}`),
  replace: statement(`
    update ${kind}_second_factors f set secret = n.replacement
    from unnest($1::bigint[], $2::text[], $3::text[]) as n (id, secret, replacement)
    where f.${kind}_id = n.id and f.secret = n.secret`),
});

/**
 * Encrypts all secrets with the current key that are not yet: those of older keys, and plain ones from before encryption.
 * Other processes may change or encrypt the same rows. `unreadable` counts secrets whose key is missing.
 */
export async function encryptSecrets(db: Queryable, secrets: SecretBox): Promise<Result> {
  const result = { encrypted: 0, unreadable: 0 };
  for (const kind of ['user', 'admin'] as const) {
    const sql = sqlOf(kind);
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
