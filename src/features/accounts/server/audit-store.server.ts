import type { Queryable } from '#platform/database/statement.ts';

export type AuditEntry = {
  actor: { kind: 'visitor' | 'user' | 'admin' | 'system'; id: number | null };
  action: string;
  subject: { kind: string; id: number } | null;
  ip: string | null;
  requestId: string | null;
  /** What changed; never a secret, nor what a person would not want in a log. */
  details: Record<string, unknown>;
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

export type OwnAuditEntry = { at: Date; action: string; ip: string | null };

/** What happened to an account, newest first, as its owner may read it. */
export async function auditOfUser(db: Queryable, userId: number): Promise<OwnAuditEntry[]> {
  const { rows } = await db.query<OwnAuditEntry>(
    `select at, action, case when actor_kind = 'admin' then null else ip end as ip from audit_log where subject_kind = 'user' and subject_id = $1 order by id desc limit 1000`,
    [userId],
  );
  return rows;
}
