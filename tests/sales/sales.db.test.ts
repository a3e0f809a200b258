import { expect, test } from 'vitest';
import { newWorld } from '../stories/world.ts';
import { addOperator } from '../support/payments/billing.ts';
import { getJson } from '../support/server/test-app.ts';
import { CLAIMED_SALES } from './claimed-sales.ts';
import { disagreements } from './disagreements.ts';
import { Sale } from './sale.ts';
import { SALES } from './sales.ts';

const world = await newWorld();
await addOperator(world.pool);

const chosen = [...SALES, ...CLAIMED_SALES].filter(({ isVariant }) => !isVariant || process.env.SALES === 'all');
for (const { name, run, ends } of chosen)
  test(name, async () => {
    const sale = await Sale.begin(world);
    await run(sale);
    expect(await disagreements(sale)).toEqual([]);
    const { life, money } = (await getJson(world.app, `/api/orders/${sale.order}`, sale.buyer.cookie)).body;
    const open = 'open' in ends && { open: money.open_cents };
    expect({ life, received: money.received_cents, ...open }).toEqual(ends);
  });
