import pg from 'pg';
import { migrate } from './migrate.ts';

const LOCK_ID = 7_263_402;
/** Since PostgreSQL 17, MAINTAIN lets a role that does not own a table vacuum it. */
const VACUUM_CAN_BE_GRANTED = 170_000;

/**
 * Migrates as the owner of the tables, and lets the site role read and write rows. Default privileges are granted first, because
 * triggers may make processes that serve the site meanwhile write to new tables. Returns what `migrate` returns.
 */
export async function migrateForSite(owner: pg.Pool, siteUrl: string): Promise<string[]> {
  await grantFutureRows(owner, siteUrl);
  const ran = await migrate(owner);
  await grantRows(owner, siteUrl);
  return ran;
}

async function grantFutureRows(owner: pg.Pool, siteUrl: string): Promise<void> {
  const role = await otherRole(owner, siteUrl);
  if (!role) return;
  await owner.query(
    [
      `select pg_advisory_xact_lock(${LOCK_ID})`,
      `grant usage on schema public to ${role}`,
      `alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
      `alter default privileges in schema public grant usage, select on sequences to ${role}`,
    ].join(';'),
  );
}

/** Returns the quoted name of the site role; null if it is the owner. */
async function otherRole(owner: pg.Pool, siteUrl: string): Promise<string | null> {
  const name = decodeURIComponent(new URL(siteUrl).username);
  const { rows } = await owner.query<{ owner: string }>('select current_user::text as owner');
  return rows[0]?.owner === name ? null : pg.escapeIdentifier(name);
}

/**
 * Lets the site role read and write rows. It can neither change tables nor disable their triggers. The owner of the
 * tables calls this after each migration. No-op if the site role is the owner.
 */
export async function grantRows(owner: pg.Pool, siteUrl: string): Promise<void> {
  const role = await otherRole(owner, siteUrl);
  if (!role) return;
  const { rows } = await owner.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const [tables, sequences] = [await ownRelations(owner, ['r', 'p', 'v', 'm']), await ownRelations(owner, ['S'])];
  await owner.query(
    [
      `select pg_advisory_xact_lock(${LOCK_ID})`,
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on ${tables} to ${role}`,
      `grant usage, select on ${sequences} to ${role}`,
      `revoke insert, update, delete on schema_migrations from ${role}`,
      ...((rows[0]?.version ?? 0) >= VACUUM_CAN_BE_GRANTED
        ? [`grant maintain on listing_count_changes, ledger_unfolded to ${role}`]
        : []),
    ].join(';'),
  );
}

/** Lists what the owner may grant. Others may have tables in the schema, such as the views of an extension. */
async function ownRelations(owner: pg.Pool, kinds: string[]): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = any($1) and pg_has_role(relowner, 'usage')`,
    [kinds],
  );
  return rows.map(({ name }) => name).join(', ');
}
