import type pg from 'pg';

/** Publishes an exchange rate like the daily fetch. `perUsd`: units for one US dollar. */
export async function publishRate(pool: pg.Pool, currency: string, perUsd: number, date: string): Promise<void> {
  await pool.query(
    `with version as (
       insert into import_rule_versions (version, reason)
       select coalesce(max(version), 0) + 1, 'rates' from import_rule_versions returning version
     )
     insert into published_rule_rows (list, id, record, version)
     select 'rates', $1 || '-' || $3, jsonb_build_object('currency', $1::text, 'perUsd', $2::text, 'date', $3::text, 'source', 'a bank'), version
     from version`,
    [currency, String(perUsd), date],
  );
}
