import type { Role } from '#features/people/sessions/model/roles.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Admins } from '#lib/server/database/rows.ts';
import { emailKeys } from '#lib/server/email-keys.ts';
import type { PersonState } from '../model/person.ts';

export type PersonRow = Columns<Admins, 'id' | 'name' | 'email' | 'from_environment' | 'last_login_at'> & {
  /** Null once the person may propose and approve. */
  mayDecideFrom: Date | null;
  role: Role;
  state: PersonState;
  secondFactor: boolean;
};

const SELECT = `
  select a.id, a.name, a.email, a.role, a.from_environment as "fromEnvironment", a.last_login_at as "lastLoginAt",
    case when a.may_decide_from > now() then a.may_decide_from end as "mayDecideFrom",
    case when a.disabled_at is not null then 'disabled' when i.admin_id is not null then 'invited' else 'active' end
      as state,
    exists (select 1 from admin_second_factors f where f.admin_id = a.id and f.confirmed_at is not null)
      as "secondFactor"
  from admins a left join admin_invitations i on i.admin_id = a.id`;
const ALL = statement(`${SELECT} order by a.disabled_at is not null, lower(a.name), a.id limit 500`);
const LOCK_ALL = statement('select id from admins order by id for update');
const BY_ID = statement(`${SELECT} where a.id = $1`);
const BY_EMAIL = statement(`${SELECT} where a.email_key = any($1)`);

export function findPeople(db: Queryable): Promise<PersonRow[]> {
  return rowsOf<PersonRow>(db, ALL, []);
}

export async function findPerson(db: Queryable, id: number): Promise<PersonRow | null> {
  return (await rowsOf<PersonRow>(db, BY_ID, [id]))[0] ?? null;
}

export async function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | null> {
  return (await rowsOf<PersonRow>(db, BY_EMAIL, [emailKeys(email)]))[0] ?? null;
}

/** Locks all people until the transaction ends, so two administrators cannot lock each other out. */
export async function lockPeople(db: Queryable): Promise<void> {
  await rowsOf(db, LOCK_ALL, []);
}

const OTHER_ADMINISTRATORS = statement(`
  select 1 from admins a join admin_second_factors f on f.admin_id = a.id and f.confirmed_at is not null
  where a.role = 'administrator' and not a.from_environment and a.disabled_at is null limit 2`);

/** Returns true with two administrators besides the account from the settings, which a trigger then disables. */
export async function hasTwoAdministrators(db: Queryable): Promise<boolean> {
  return (await rowsOf(db, OTHER_ADMINISTRATORS, [])).length === 2;
}

const SET_ROLE = statement('update admins set role = $2 where id = $1');
const DISABLE = statement('update admins set disabled_at = coalesce(disabled_at, now()) where id = $1');
const ENABLE = statement('update admins set disabled_at = null where id = $1');

export async function updateRole(db: Queryable, id: number, role: Role): Promise<void> {
  await rowsOf(db, SET_ROLE, [id, role]);
}

/** A trigger ends all sessions of a person who is disabled. */
export async function updateDisabled(db: Queryable, id: number, disabled: boolean): Promise<void> {
  await rowsOf(db, disabled ? DISABLE : ENABLE, [id]);
}

const SET_INVITER = statement('update admins set invited_by = $2 where id = $1');
const END_WAIT = statement('update admins set may_decide_from = now() where id = $1 and may_decide_from > now()');

/** Stores who gave a person access, in addition to those before (a trigger). Neither of the two may ever approve the other's proposals. */
export async function updateInviter(db: Queryable, id: number, inviterId: number): Promise<void> {
  await rowsOf(db, SET_INVITER, [id, inviterId]);
}

/** Lets a person with new access propose and approve from now on. */
export async function endWait(db: Queryable, id: number): Promise<void> {
  await rowsOf(db, END_WAIT, [id]);
}

const SET_PASSWORD = statement('update admins set password_hash = $2 where id = $1');

export async function updatePasswordHash(db: Queryable, id: number, passwordHash: string): Promise<void> {
  await rowsOf(db, SET_PASSWORD, [id, passwordHash]);
}

const INVITE = statement(`
  insert into admin_invitations (admin_id, token_hash, expires_at)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (admin_id) do update
  set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at`);
const IS_ALIVE = statement(`
  select 1 from admin_invitations i join admins a on a.id = i.admin_id
  where i.token_hash = $1 and i.expires_at > now() and a.disabled_at is null`);
const CONSUME = statement(`
  delete from admin_invitations i using admins a
  where i.token_hash = $1 and i.expires_at > now() and a.id = i.admin_id and a.disabled_at is null
  returning i.admin_id as id`);
const DELETE = statement('delete from admin_invitations where admin_id = $1');

/** Stores an invitation. It replaces an older one of the same person. */
export async function replaceInvitation(db: Queryable, id: number, tokenHash: Buffer, lifeS: number): Promise<void> {
  await rowsOf(db, INVITE, [id, tokenHash, lifeS]);
}

export async function isInvitationAlive(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await rowsOf(db, IS_ALIVE, [tokenHash])).length === 1;
}

/** Deletes an invitation and returns the id of the person; of two concurrent calls, one gets it. */
export async function consumeInvitation(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  return (await rowsOf<{ id: number }>(db, CONSUME, [tokenHash]))[0]?.id ?? null;
}

export async function deleteInvitation(db: Queryable, id: number): Promise<void> {
  await rowsOf(db, DELETE, [id]);
}
