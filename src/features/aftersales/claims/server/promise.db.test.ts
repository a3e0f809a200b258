import { expect, test } from 'vitest';
import { claimSite, DEPOSIT } from '../../../../../tests/support/aftersales/claim-site.ts';
import { getJson } from '../../../../../tests/support/server/test-app.ts';

test('counts claims in the open, with shares and times only once ten were decided', { timeout: 120_000 }, async () => {
  const site = await claimSite();
  const counted = async () => (await getJson(site.app, '/api/promise')).body.counted;
  expect(await counted()).toEqual({ claims: 0, decided: 0, upheld_percent: null, median_days: null });
  for (let number = 1; number <= 10; number++) {
    const { order, buyer, seller } = await site.sale();
    const { body } = await site.open(order, { who: buyer });
    await site.say(body.claim.id, 'answer', { who: seller });
    await (number <= 4 ? site.decide(body.claim.id, DEPOSIT, 0) : site.decide(body.claim.id, 0, DEPOSIT));
    if (number === 9) expect(await counted()).toMatchObject({ decided: 9, upheld_percent: null });
  }
  const withdrawn = await site.sale();
  const { body } = await site.open(withdrawn.order, { who: withdrawn.buyer });
  await site.withdraw(body.claim.id, withdrawn.buyer);
  expect(await counted()).toEqual({ claims: 10, decided: 10, upheld_percent: 40, median_days: 0 });
  const { rows } = await site.pool.query('select promise_version from orders where id = $1', [withdrawn.order]);
  expect(rows[0].promise_version).toBe(2);
});
