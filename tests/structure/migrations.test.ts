import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { statementsOf } from '#lib/server/database/migrate.ts';
import { effectOf, LONG_EFFECTS } from '#lib/server/database/plan-migrations.ts';

/** Tables that have millions of rows on a large site. */
const LARGE = [
  'audit_log',
  'bookings',
  'ledger_entries',
  'ledger_lines',
  'listing_changes',
  'listings',
  'mail_outbox',
  'order_cars',
  'order_files',
  'orders',
  'payment_events',
  'payments',
  'sale_claims',
  'sessions',
  'shipment_events',
  'users',
];
/** Migrations up to this one were released before the rule. */
const LAST_FREE = '040';

/** Returns the statements that lock a table for as long as reading or writing all of it takes. */
const longLocks = (sql: string) =>
  statementsOf(sql).filter((statement) => {
    const { table = '', effect = '' } = effectOf(statement) ?? {};
    return LARGE.includes(table) && LONG_EFFECTS.includes(effect);
  });

test.each([
  'create index payments_by_x on payments (x)',
  'alter table orders add constraint o check (id > 0)',
  'alter table listings alter column price_cents type numeric',
  'alter table bookings add column n bigint generated always as identity',
  'alter table bookings add constraint b unique (id)',
  'update users set name = name',
])('reports a long lock: %s', (sql) => expect(longLocks(sql)).toHaveLength(1));

test.each([
  'create index concurrently payments_by_x on payments (x)',
  'alter table orders add constraint o check (id > 0) not valid',
  'alter table orders validate constraint o',
  'alter table bookings add constraint b unique using index b',
  "alter table payments add column note text not null default ''",
  'create index makers_by_x on makers (x)',
])('allows a short lock: %s', (sql) => expect(longLocks(sql)).toEqual([]));

test('new migrations lock no large table for long', () => {
  const names = readdirSync('db/migrations').filter((name) => name.endsWith('.sql') && name.slice(0, 3) > LAST_FREE);
  expect(names.length).toBeGreaterThan(15);
  const found = names.flatMap((name) =>
    longLocks(readFileSync(`db/migrations/${name}`, 'utf8')).map((statement) => `${name}: ${statement.slice(0, 100)}`),
  );
  expect(found).toEqual([]);
});
