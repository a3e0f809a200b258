import { expect, test } from 'vitest';
import { claimSite, DEPOSIT } from '../support/aftersales/claim-site.ts';
import { leaksOf } from './frozen-money.ts';

test('reports entries that take money out of a frozen order, except the ones that the site may make', async () => {
  const site = await claimSite();
  const sale = await site.sale();
  const { body } = await site.open(sale.order, { who: sale.buyer });
  await site.withdraw(body.claim.id, sale.buyer);
  const again = (await site.open(sale.order, { who: sale.buyer })).body.claim.id;
  expect(await leaksOf(site.pool, sale.car)).toEqual([]);
  await site.pool.query('alter table ledger_lines disable trigger user');
  await site.pool.query(
    `with entry as (insert into ledger_entries (order_id, source, source_id, kind, reference)
       values ($1::bigint, 'order', $1::bigint, 'refund due', 'test') returning id)
     insert into ledger_lines (entry_id, account, cents, line) select id, 'frozen', $2::bigint, 1 from entry
     union all select id, 'gateway', -$2::bigint, 2 from entry`,
    [sale.order, DEPOSIT],
  );
  await site.pool.query('alter table ledger_lines enable trigger user');
  expect(again).toBeGreaterThan(body.claim.id);
  expect(await leaksOf(site.pool, sale.car)).toEqual([
    `${DEPOSIT} cents left the frozen order ${sale.order} by 'refund due'`,
  ]);
});
