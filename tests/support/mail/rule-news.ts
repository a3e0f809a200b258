import type pg from 'pg';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { mailRuleChanges } from '#features/orders/orders/server/mail-rule-changes.ts';

/** Publishes a new rule of a country, after the first publication of this database. */
export async function changeRulesOf(country: string, pool: pg.Pool, sentence = 'From now on, two inspections.') {
  await pool.query(
    `insert into import_rule_versions (version, reason, published_at)
     select 1, 'seed', now() where not exists (select from import_rule_versions)`,
  );
  const { rows } = await pool.query('select coalesce(max(version), 0) + 1 as version from import_rule_versions');
  const { version } = rows[0];
  const id = `${country}-test-${version}`;
  const record = {
    ...{ id, country, gate: 'inspection', scope: '', test: '', pass: 'conditional', fail: '', sentence },
    ...{
      sources: 'KEBS25',
      against: '',
      confidence: 'official',
      from: '',
      to: '',
      checked: '2026-11-22',
      supersedes: '',
    },
  };
  await pool.query("insert into import_rule_versions (version, reason, published_at) values ($1, 'seed', now())", [
    version,
  ]);
  await pool.query("insert into published_rule_rows (list, id, record, version) values ('rules', $1, $2, $3)", [
    id,
    record,
    version,
  ]);
}

export const changeRulesOfKenya = (pool: pg.Pool, sentence?: string) => changeRulesOf('KE', pool, sentence);

export const mailRuleNews = (pool: pg.Pool, onError: (error: unknown) => void = (error) => Promise.reject(error)) =>
  mailRuleChanges({ pool, rules: new RuleBookCache(pool), siteOrigin: 'http://localhost' }, onError);
