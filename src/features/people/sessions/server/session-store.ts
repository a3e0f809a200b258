import { type Columns, execute, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Sessions } from '#lib/server/database/rows.ts';
import type { Origin, SignedIn, SignedInAdmin } from '#lib/server/http/caller.ts';
import { FRESH_LOGIN_S, SESSION_LIFE, type SessionKind } from '../model/lifetimes.ts';

/** Minimum interval between updates of `last_seen_at`, to limit writes. */
const TOUCH_INTERVAL_S = 60;
/** Per account. A new session replaces the one unused for longest. */
const MAX_SESSIONS = 50;

const FIND = {
  user: statement(`
    select s.id as session_id, s.user_id as id, s.last_seen_at < now() - make_interval(secs => $4) as stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.last_seen_at > now() - make_interval(secs => $2)
      and s.created_at > now() - make_interval(secs => $3) and u.status <> 'Inactive' and u.deleted_at is null`),
  admin: statement(`
    select s.id as session_id, s.admin_id as id, s.last_seen_at < now() - make_interval(secs => $4) as stale, a.role,
      a.from_environment as "fromEnvironment",
      not a.from_environment and not exists (
        select 1 from admin_second_factors f where f.admin_id = a.id and f.confirmed_at is not null
      ) as "needsSecondFactor"
    from sessions s join admins a on a.id = s.admin_id
    where s.token_hash = $1 and s.last_seen_at > now() - make_interval(secs => $2)
      and s.created_at > now() - make_interval(secs => $3) and a.disabled_at is null`),
};

type FoundSession = { session_id: number; id: number; stale: boolean };

/** Extends the idle lifetime. */
async function findSession<Row extends FoundSession>(
  db: Queryable,
  kind: SessionKind,
  tokenHash: Buffer,
): Promise<Row | null> {
  const { idle, absolute } = SESSION_LIFE[kind];
  const [row] = await rowsOf<Row>(db, FIND[kind], [tokenHash, idle, absolute, TOUCH_INTERVAL_S]);
  if (!row) return null;
  if (row.stale) await db.query('update sessions set last_seen_at = now() where id = $1', [row.session_id]);
  return row;
}

/** Returns null if the session has expired or the user is inactive or deleted. */
export async function findUserSession(db: Queryable, tokenHash: Buffer): Promise<SignedIn | null> {
  const row = await findSession(db, 'user', tokenHash);
  return row && { id: row.id, sessionId: row.session_id };
}

/** Returns null if the session has expired or the administrator is disabled. */
export async function findAdminSession(db: Queryable, tokenHash: Buffer): Promise<SignedInAdmin | null> {
  const row = await findSession<FoundSession & SignedInAdmin>(db, 'admin', tokenHash);
  if (!row) return null;
  const { id, session_id: sessionId, role, fromEnvironment, needsSecondFactor } = row;
  return { id, sessionId, role, fromEnvironment, needsSecondFactor };
}

export async function insertSession(
  db: Queryable,
  kind: SessionKind,
  id: number,
  tokenHash: Buffer,
  { ip, userAgent }: Origin,
): Promise<number> {
  const { rows } = await db.query<Pick<Sessions, 'id'>>(
    `insert into sessions (token_hash, ${kind}_id, ip, user_agent) values ($1, $2, $3, $4) returning id`,
    [tokenHash, id, ip, userAgent],
  );
  // Skips sessions that a simultaneous login is deleting, so logins do not wait for each other.
  await db.query(
    `delete from sessions where id in (
       select id from sessions where id in (
         select id from sessions where ${kind}_id = $1 order by last_seen_at desc, id desc offset ${MAX_SESSIONS})
       for update skip locked)`,
    [id],
  );
  return rows[0]!.id;
}

const IS_FRESH = statement('select 1 from sessions where id = $1 and proved_at > now() - make_interval(secs => $2)');

/** Returns true if the session proved the password recently, by a login or by a call with the password. */
export async function hasFreshPassword(db: Queryable, sessionId: number): Promise<boolean> {
  return (await rowsOf(db, IS_FRESH, [sessionId, FRESH_LOGIN_S])).length === 1;
}

export const recordPasswordProof = execute<[sessionId: number]>('update sessions set proved_at = now() where id = $1');

/** Replaces the session's secret; the old one stops working. */
export async function renewSession(db: Queryable, sessionId: number, tokenHash: Buffer): Promise<void> {
  await db.query('update sessions set token_hash = $2, last_seen_at = now() where id = $1', [sessionId, tokenHash]);
}

export async function deleteSession(db: Queryable, sessionId: number): Promise<void> {
  await db.query('delete from sessions where id = $1', [sessionId]);
}

export async function deleteSessionByToken(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [tokenHash]);
}

/** Returns false if the user or administrator has no such session. */
export async function deleteSessionOf(
  db: Queryable,
  kind: SessionKind,
  ownerId: number,
  sessionId: number,
): Promise<boolean> {
  const { rowCount } = await db.query(`delete from sessions where id = $1 and ${kind}_id = $2`, [sessionId, ownerId]);
  return rowCount === 1;
}

/** Deletes all sessions of a user or an administrator, except `except` if it is not null. */
export async function deleteSessionsOf(
  db: Queryable,
  kind: SessionKind,
  ownerId: number,
  except: number | null = null,
): Promise<void> {
  await db.query(`delete from sessions where ${kind}_id = $1 and id is distinct from $2`, [ownerId, except]);
}

export type SessionRow = Columns<Sessions, 'id' | 'ip' | 'user_agent' | 'created_at' | 'last_seen_at'>;

/** Returns up to 100 sessions of a user or an administrator that have not expired, last used first. */
export async function sessionsOf(db: Queryable, kind: SessionKind, ownerId: number): Promise<SessionRow[]> {
  const { idle, absolute } = SESSION_LIFE[kind];
  const { rows } = await db.query<SessionRow>(
    `select id, ip, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions where ${kind}_id = $1 and last_seen_at > now() - make_interval(secs => $2)
       and created_at > now() - make_interval(secs => $3)
     order by last_seen_at desc, id desc limit 100`,
    [ownerId, idle, absolute],
  );
  return rows;
}

/** Deletes expired sessions of users or of administrators. */
export async function deleteDeadSessions(db: Queryable, kind: SessionKind): Promise<void> {
  const { idle, absolute } = SESSION_LIFE[kind];
  await db.query(
    `delete from sessions where ${kind}_id is not null
       and (last_seen_at < now() - make_interval(secs => $1) or created_at < now() - make_interval(secs => $2))`,
    [idle, absolute],
  );
}
