import type pg from 'pg';
import { actingAdmin, audit, changesForAudit, done, type Outcome, staleVersion } from '#features/people/server/api.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { OperatorEdit, OperatorResponse } from '../model/operator-contract.ts';
import { factsOfField, forEachField, OPERATOR_FIELDS } from '../model/operator-fields.ts';

const COLUMNS = OPERATOR_FIELDS.map((field) => factsOfField(field).column);
const NEWEST = statement(`
  select version, ${OPERATOR_FIELDS.map((field) => `${factsOfField(field).column} as "${field}"`).join(', ')}
  from operator_details order by version desc limit 1`);
const NOTHING_ENTERED: OperatorResponse = { version: 0, ...forEachField(() => '') };

/** Returns the newest version, or empty texts as version 0. */
export async function readOperator(db: Queryable): Promise<OperatorResponse> {
  return (await rowsOf<OperatorResponse>(db, NEWEST, []))[0] ?? NOTHING_ENTERED;
}

const INSERT = statement(`
  insert into operator_details (version, saved_by, ${COLUMNS.join(', ')})
  values ($1, $2, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')}) on conflict (version) do nothing returning version`);
/** A new inventory version invalidates cached pages. */
const INVALIDATE_CACHES = statement("select nextval('stock_version')");

/** Saves the details as a new version. Throws `conflict` if they have changed since the edited version. */
export function saveOperator(
  pool: pg.Pool,
  admin: SignedInAdmin,
  { version: edited, ...details }: OperatorEdit,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const { version: newest, ...before } = await readOperator(db);
    if (edited !== newest) throw staleVersion();
    const changes = changesForAudit(before, details);
    if (changes.changed.length === 0) return done('admin.operator.saved');
    const version = edited + 1;
    const values = [version, admin.id, ...OPERATOR_FIELDS.map((field) => details[field])];
    if ((await rowsOf(db, INSERT, values)).length === 0) throw staleVersion();
    await rowsOf(db, INVALIDATE_CACHES, []);
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'operator changed',
      details: { version, ...changes },
    });
    return done('admin.operator.saved');
  });
}
