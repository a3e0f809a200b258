import pg from 'pg';

const ONE_AT_A_TIME = 7_263_402;
/** Since this version a role that does not own a table may be allowed to vacuum it. */
const VACUUM_CAN_BE_GRANTED = 170_000;

/**
 * Lets the role that serves the site read and write rows, and nothing else: it can neither change a table nor switch off a trigger
 * that guards one. To be called by the owner of the tables whenever there may be new ones; where both are one role, it keeps its rights.
 */
export async function grantRows(owner: pg.Pool, siteUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(siteUrl).username);
  const { rows } = await owner.query<{ version: number; owner: string }>(
    "select current_setting('server_version_num')::int as version, current_user::text as owner",
  );
  if (rows[0]?.owner === name) return;
  const role = pg.escapeIdentifier(name);
  await owner.query(
    [
      `select pg_advisory_xact_lock(${ONE_AT_A_TIME})`,
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage, select on all sequences in schema public to ${role}`,
      `revoke insert, update, delete on schema_migrations from ${role}`,
      ...((rows[0]?.version ?? 0) >= VACUUM_CAN_BE_GRANTED
        ? [`grant maintain on listing_count_changes to ${role}`]
        : []),
    ].join(';'),
  );
}
