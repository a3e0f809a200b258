import type { Columns, Queryable } from '#lib/server/database/postgres.ts';
import type { AuditLog } from '#lib/server/database/rows.ts';
import { exactTime, type SealedLog } from '#lib/server/seals/seal-store.ts';

export type AuditEntry = {
  actor: { kind: AuditLog['actor_kind']; id: number | null };
  action: string;
  subject: { kind: string; id: number } | null;
  ip: string | null;
  requestId: string | null;
  /** Must not contain secrets or personal data. */
  details: Record<string, unknown>;
};

/** Sealed columns of the audit log. IP addresses are not sealed, because `eraseOldAddresses` erases them. */
export const SEALED_AUDIT: SealedLog = {
  chain: 'audit',
  table: 'audit_log',
  columns: `${exactTime('at')} as at, actor_kind, actor_id, action, subject_kind, subject_id, request_id, details`,
};

export async function insertAuditEntry(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.query(
    `insert into audit_log (actor_kind, actor_id, action, subject_kind, subject_id, ip, request_id, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      entry.actor.kind,
      entry.actor.id,
      entry.action,
      entry.subject?.kind ?? null,
      entry.subject?.id ?? null,
      entry.ip,
      entry.requestId,
      JSON.stringify(entry.details),
    ],
  );
}

const ERASED_AT_ONCE = 5_000;

/** Erases the IP addresses of entries that are older than `afterS` seconds. */
export async function eraseOldAddresses(db: Queryable, afterS: number): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      `update audit_log set ip = null where id = any(array(
         select id from audit_log where ip is not null and at < now() - make_interval(secs => $1) order by at limit $2))`,
      [afterS, ERASED_AT_ONCE],
    );
    if ((rowCount ?? 0) < ERASED_AT_ONCE) return;
  }
}

type MyAuditEntry = Pick<AuditLog, 'at' | 'action' | 'ip'>;

/** Returns the latest 1,000 entries of an account for its owner, newest first. Hides IP addresses of administrators. */
export async function auditOfUser(db: Queryable, userId: number): Promise<MyAuditEntry[]> {
  const { rows } = await db.query<MyAuditEntry>(
    `select at, action, case when actor_kind = 'admin' then null else ip end as ip from audit_log where subject_kind = 'user' and subject_id = $1 order by id desc limit 1000`,
    [userId],
  );
  return rows;
}

export type AuditRow = Columns<
  AuditLog,
  'id' | 'at' | 'actor_kind' | 'actor_id' | 'action' | 'subject_kind' | 'subject_id' | 'ip' | 'request_id'
> & {
  /** The current name of the administrator or user; null for a deleted user. */
  actorName: string | null;
  details: AuditEntry['details'];
};

type AuditFilters = {
  actor?: string | undefined;
  actorId?: number | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  subjectId?: number | undefined;
  /** Days, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  after?: number | undefined;
};

/** Returns matching entries, newest first; `more` is true if there are further ones. */
export async function findAuditEntries(
  db: Queryable,
  filters: AuditFilters,
  limit: number,
): Promise<{ entries: AuditRow[]; more: boolean }> {
  const values: unknown[] = [limit + 1];
  const where = Object.entries(CONDITIONS).flatMap(([filter, condition]) => {
    const value = filters[filter as keyof AuditFilters];
    if (value === undefined || value === '') return [];
    values.push(value);
    return [condition(`$${values.length}`)];
  });
  const { rows } = await db.query<AuditRow>(
    `select log.id, log.at, log.actor_kind as "actorKind", log.actor_id as "actorId", coalesce(admins.name, users.name) as "actorName",
       log.action, log.subject_kind as "subjectKind", log.subject_id as "subjectId", log.ip, log.request_id as "requestId", log.details
     from audit_log log
     left join admins on log.actor_kind = 'admin' and admins.id = log.actor_id
     left join users on log.actor_kind = 'user' and users.id = log.actor_id and users.deleted_at is null
     ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by log.at desc, log.id desc limit $1`,
    values,
  );
  return { entries: rows.slice(0, limit), more: rows.length > limit };
}

const CONDITIONS: Record<keyof AuditFilters, (value: string) => string> = {
  actor: (kind) => `log.actor_kind = ${kind}`,
  actorId: (id) => `log.actor_id = ${id}`,
  action: (action) => `log.action = ${action}`,
  subject: (kind) => `log.subject_kind = ${kind}`,
  subjectId: (id) => `log.subject_id = ${id}`,
  from: (day) => `log.at >= ${day}::date`,
  to: (day) => `log.at < ${day}::date + 1`,
  after: (id) => `(log.at, log.id) < (select seen.at, seen.id from audit_log seen where seen.id = ${id})`,
};

/** Returns the distinct actions. Skips through the index instead of reading all rows. */
export async function auditActions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<Pick<AuditLog, 'action'>>(
    `with recursive known as (
       (select action from audit_log order by action limit 1)
       union all
       select (select action from audit_log where action > known.action order by action limit 1)
       from known where known.action is not null
     )
     select action from known where action is not null`,
  );
  return rows.map(({ action }) => action);
}
