import { expect, test } from 'vitest';
import { newWorld } from '../stories/world.ts';
import { disagreements, figuresOf } from './figures.ts';
import { Sale } from './sale.ts';
import { SALES } from './sales.ts';

const world = await newWorld();

for (const { name, run, ends } of SALES)
  test(name, async () => {
    const sale = await Sale.begin(world);
    await run(sale);
    expect(await disagreements(sale)).toEqual([]);
    const { life, received, open } = await figuresOf(sale, sale.order);
    expect({ life, received: received.buyer, ...('open' in ends && { open: open.buyer }) }).toEqual(ends);
  });
