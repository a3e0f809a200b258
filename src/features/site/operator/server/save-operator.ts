import type pg from 'pg';
import { actingAdmin, audit, changesForAudit, done, type Outcome, staleVersion } from '#features/people/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { OperatorEdit } from '../model/operator-contract.ts';
import { insertOperator } from './operator-store.ts';
import { readOperator } from './read-operator.ts';

/** Saves the details as a new version. Throws `conflict` if they have changed since the edited version. */
export function saveOperator(
  pool: pg.Pool,
  admin: SignedInAdmin,
  { version, ...details }: OperatorEdit,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const { version: newest, ...before } = await readOperator(db);
    if (version !== newest) throw staleVersion();
    const changes = changesForAudit(before, details);
    if (changes.changed.length === 0) return done('admin.operator.saved');
    if (!(await insertOperator(db, admin.id, { ...details, version: version + 1 }))) throw staleVersion();
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'operator changed',
      details: { version: version + 1, ...changes },
    });
    return done('admin.operator.saved');
  });
}
