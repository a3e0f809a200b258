import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ImportRuleVersions, PublishedRuleRows } from '#lib/server/database/rows.ts';
import { RATE_HISTORY_DAYS } from '../../model/exchange-rates.ts';
import type { RowRecord } from '../../model/rows/rule-list.ts';
import type { RuleList } from '../../model/rule-office.ts';

/** A published row. */
type PublishedRow = { list: RuleList; id: string; record: RowRecord; version: number };
export type NewRow = Omit<PublishedRow, 'version'>;

const LATEST = statement('select coalesce(max(version), 0) as version from import_rule_versions');

export async function latestVersion(db: Queryable): Promise<number> {
  return (await rowsOf<{ version: number }>(db, LATEST, []))[0]?.version ?? 0;
}

/** Rates accumulate over the years, so old ones are not read. */
const SINCE = statement(`
  with newest as (
    select record ->> 'currency' as currency, max(record ->> 'date') as date from published_rule_rows where list = 'rates' group by 1
  )
  select list, id, row.record, version from published_rule_rows row
  left join newest on row.list = 'rates' and newest.currency = row.record ->> 'currency'
  where version > $1 and version <= $2 and (list <> 'rates' or checked_on >= to_char(newest.date::date - $3::int, 'YYYY-MM-DD'))
  order by version, list, id`);

/**
 * Returns the rows of the versions after `version`, up to `last`, without rates that are more than `RATE_HISTORY_DAYS` older than the
 * newest one of their currency.
 */
export async function rowsBetween(db: Queryable, version: number, last: number): Promise<PublishedRow[]> {
  return rowsOf<PublishedRow>(db, SINCE, [version, last, RATE_HISTORY_DAYS]);
}

const IDS = statement('select list, id from published_rule_rows');

export async function publishedIds(db: Queryable): Promise<Pick<PublishedRow, 'list' | 'id'>[]> {
  return rowsOf<Pick<PublishedRow, 'list' | 'id'>>(db, IDS, []);
}

/** Publications wait for each other, so versions commit in order. The key is arbitrary. */
const LOCK = statement('select pg_advisory_xact_lock(7263420)');
const INSERT_VERSION = statement(`
  insert into import_rule_versions (version, reason, proposed_by, approved_by)
  select coalesce(max(version), 0) + 1, $1, $2, $3 from import_rule_versions returning version`);
const INSERT_ROWS = statement(`
  insert into published_rule_rows (list, id, record, version)
  select list, id, record, $2 from jsonb_to_recordset($1::jsonb) as row (list text, id text, record jsonb)
  on conflict do nothing returning list, id`);
/** A new inventory version invalidates cached pages. */
const INVALIDATE_CACHES = statement("select nextval('stock_version')");

/** Waits for other publications. They wait until the transaction ends. */
export async function lockPublications(db: Queryable): Promise<void> {
  await rowsOf(db, LOCK, []);
}

type Publication = { reason: string; proposedBy: number | null; approvedBy: number | null };

export async function insertVersion(db: Queryable, { reason, proposedBy, approvedBy }: Publication): Promise<number> {
  const [row] = await rowsOf<Pick<ImportRuleVersions, 'version'>>(db, INSERT_VERSION, [reason, proposedBy, approvedBy]);
  await rowsOf(db, INVALIDATE_CACHES, []);
  return row!.version;
}

/** Returns the rows that were inserted. Others have the id of a published row, or correct a row that is corrected already. */
export async function insertRows(
  db: Queryable,
  rows: NewRow[],
  version: number,
): Promise<Pick<NewRow, 'list' | 'id'>[]> {
  return rowsOf<Pick<NewRow, 'list' | 'id'>>(db, INSERT_ROWS, [JSON.stringify(rows), version]);
}

type VersionRow = Columns<ImportRuleVersions, 'version' | 'reason' | 'published_at'> & {
  proposer: string | null;
  approver: string | null;
};

const HISTORY = statement(`
  with recursive chain as (
    select list, id, record, version, supersedes from published_rule_rows where list = $1 and id = $2
    union
    select row.list, row.id, row.record, row.version, row.supersedes from published_rule_rows row join chain
      on row.list = chain.list and (row.id = chain.supersedes or row.supersedes = chain.id)
  )
  select chain.id, chain.record, chain.version, version.reason, version.published_at as "publishedAt",
    proposer.name as proposer, approver.name as approver
  from chain
  join import_rule_versions version on version.version = chain.version
  left join admins proposer on proposer.id = version.proposed_by
  left join admins approver on approver.id = version.approved_by
  order by chain.version desc`);

type HistoryRow = VersionRow & Pick<PublishedRuleRows, 'id'> & { record: RowRecord };

/** Returns a row with all that it corrects and that correct it, newest first. */
export async function historyOfRow(db: Queryable, list: RuleList, id: string): Promise<HistoryRow[]> {
  return rowsOf<HistoryRow>(db, HISTORY, [list, id]);
}
