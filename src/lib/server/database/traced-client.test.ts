import { expect, test } from 'vitest';
import { summaryOf } from './traced-client.ts';

test.each([
  ['select id from users where email = $1', { operation: 'select', table: 'users' }],
  ['SELECT extract(epoch from created_at) from payments', { operation: 'select', table: 'payments' }],
  ['with found as (select 1) update listings set x = 1', { operation: 'update', table: 'listings' }],
  ['insert into mail_outbox (a) values ($1)', { operation: 'insert', table: 'mail_outbox' }],
  ["select 'reader@buyers.example'", { operation: 'select' }],
  ['select 1 from generate_series(1, 3)', { operation: 'select' }],
  ['with here as materialized (select 1 from listings) select * from here', { operation: 'select', table: 'listings' }],
  ['begin', { operation: 'begin' }],
])('names the operation and the table of %s', (text, summary) => expect(summaryOf(text)).toEqual(summary));
