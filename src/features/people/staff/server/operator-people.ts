import type { AccountDeps } from '#features/people/accounts/server/account-deps.ts';
import { insertAdmin } from '#features/people/accounts/server/account-store.ts';
import { randomPassword } from '#features/people/accounts/server/first-accounts.ts';
import { deleteKnownDevices } from '#features/people/accounts/server/link-store.ts';
import { deleteSecondFactor } from '#features/people/accounts/server/second-factor-store.ts';
import { actingSystem, audit } from '#features/people/audit/server/audit.ts';
import type { Role } from '#features/people/sessions/model/roles.ts';
import { deleteSessionsOf } from '#features/people/sessions/server/session-store.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import {
  deleteInvitation,
  endWait,
  findPersonByEmail,
  lockPeople,
  updateDisabled,
  updatePasswordHash,
} from './people-store.ts';

type Deps = Pick<AccountDeps, 'pool' | 'hasher'>;
const ORIGIN = { ip: '', userAgent: '', requestId: 'npm run admin' };

/** Adds a person with a generated password, which only this call returns. Returns null if the address is taken. */
export async function addPerson(
  { pool, hasher }: Deps,
  { name, email, role }: { name: string; email: string; role: Role },
): Promise<string | null> {
  const password = randomPassword();
  const passwordHash = await hasher.hash(password);
  return withTransaction(pool, async (db) => {
    if (!(await insertAdmin(db, { name, email, passwordHash, role, fromEnvironment: false }))) return null;
    const person = await findPersonByEmail(db, email);
    const subject = { kind: 'admin', id: person!.id };
    await audit(db, ORIGIN, { actor: actingSystem, action: 'person added', subject, details: { role } });
    return password;
  });
}

/**
 * Gives a person a generated password, turns two-factor off, ends all sessions and enables them. Returns null if the
 * address is unknown.
 */
export async function resetPerson({ pool, hasher }: Deps, email: string): Promise<string | null> {
  const password = randomPassword();
  const passwordHash = await hasher.hash(password);
  return withTransaction(pool, async (db) => {
    await lockPeople(db);
    const person = await findPersonByEmail(db, email);
    if (!person) return null;
    await updatePasswordHash(db, person.id, passwordHash);
    await updateDisabled(db, person.id, false);
    await deleteInvitation(db, person.id);
    await deleteSecondFactor(db, 'admin', person.id);
    await deleteSessionsOf(db, 'admin', person.id);
    await deleteKnownDevices(db, 'admin', person.id);
    const subject = { kind: 'admin', id: person.id };
    await audit(db, ORIGIN, { actor: actingSystem, action: 'person reset', subject });
    return password;
  });
}

/** Ends the wait before a person with new access may propose and approve. Returns false if the address is unknown. */
export async function endWaitOf({ pool }: Pick<Deps, 'pool'>, email: string): Promise<boolean> {
  return withTransaction(pool, async (db) => {
    await lockPeople(db);
    const person = await findPersonByEmail(db, email);
    if (!person) return false;
    await endWait(db, person.id);
    await audit(db, ORIGIN, { actor: actingSystem, action: 'wait ended', subject: { kind: 'admin', id: person.id } });
    return true;
  });
}
