import type { Role } from '#features/people/sessions/model/roles.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
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
const BY_EMAIL = statement(`${SELECT} where a.email_key = any($1)`);

export const findPeople = query<PersonRow>(
  `${SELECT} order by a.disabled_at is not null, lower(a.name), a.id limit 500`,
);

export const findPerson = queryFirst<PersonRow, [id: number]>(`${SELECT} where a.id = $1`);

export async function findPersonByEmail(db: Queryable, email: string): Promise<PersonRow | null> {
  return (await rowsOf<PersonRow>(db, BY_EMAIL, [emailKeys(email)]))[0] ?? null;
}

/** Locks all people until the transaction ends, so two administrators cannot lock each other out. */
export const lockPeople = execute('select id from admins order by id for update');

const OTHER_ADMINISTRATORS = statement(`
  select 1 from admins a join admin_second_factors f on f.admin_id = a.id and f.confirmed_at is not null
  where a.role = 'administrator' and not a.from_environment and a.disabled_at is null limit 2`);

/** Returns true with two administrators besides the account from the settings, which a trigger then disables. */
export async function hasTwoAdministrators(db: Queryable): Promise<boolean> {
  return (await rowsOf(db, OTHER_ADMINISTRATORS, [])).length === 2;
}

const DISABLE = statement('update admins set disabled_at = coalesce(disabled_at, now()) where id = $1');
const ENABLE = statement('update admins set disabled_at = null where id = $1');

export const updateRole = execute<[id: number, role: Role]>('update admins set role = $2 where id = $1');

/** A trigger ends all sessions of a person who is disabled. */
export async function updateDisabled(db: Queryable, id: number, disabled: boolean): Promise<void> {
  await rowsOf(db, disabled ? DISABLE : ENABLE, [id]);
}

/** Stores who gave a person access, in addition to those before (a trigger). Neither of the two may ever approve the other's proposals. */
export const updateInviter = execute<[id: number, inviterId: number]>(
  'update admins set invited_by = $2 where id = $1',
);

/** Lets a person with new access propose and approve from now on. */
export const endWait = execute<[id: number]>(
  'update admins set may_decide_from = now() where id = $1 and may_decide_from > now()',
);

export const updatePasswordHash = execute<[id: number, passwordHash: string]>(
  'update admins set password_hash = $2 where id = $1',
);

/** Stores an invitation. It replaces an older one of the same person. */
export const replaceInvitation = execute<[id: number, tokenHash: Buffer, lifeS: number]>(`
  insert into admin_invitations (admin_id, token_hash, expires_at)
  values ($1, $2, now() + make_interval(secs => $3))
  on conflict (admin_id) do update
  set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at`);

export const isInvitationAlive = queryAny<[tokenHash: Buffer]>(`
  select 1 from admin_invitations i join admins a on a.id = i.admin_id
  where i.token_hash = $1 and i.expires_at > now() and a.disabled_at is null`);

/** Deletes an invitation and returns the id of the person; of two concurrent calls, one gets it. */
export const consumeInvitation = queryValue<number, [tokenHash: Buffer]>(`
  delete from admin_invitations i using admins a
  where i.token_hash = $1 and i.expires_at > now() and a.id = i.admin_id and a.disabled_at is null
  returning i.admin_id as id`);

export const deleteInvitation = execute<[id: number]>('delete from admin_invitations where admin_id = $1');
