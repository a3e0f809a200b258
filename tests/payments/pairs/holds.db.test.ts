import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reviveOrder } from '#features/orders/holds/server/revive-hold.ts';
import { testPairs } from '../../support/acts/act-pairs.ts';
import { DEPOSIT, meet, TOTAL } from '../../support/aftersales/claim-site.ts';
import {
  beginScenes,
  bookedByTransfer,
  cancelHold,
  type Held,
  heldCars,
  lapse,
  nameConsignee,
  paymentOf,
  receive,
  undo,
} from '../../support/mail/order-scenes.ts';
import { knownBuyer, orderByTransfer } from '../../support/payments/transfers.ts';
import { postJson } from '../../support/server/test-app.ts';
import { testDocuments } from '../../support/site/documents/test-documents.ts';

const site = await beginScenes();
const { app, pool } = site;
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };

const takeOut = ({ order, buyer, cars: [listing_id] }: Held) =>
  postJson(app, `/api/orders/${order}/take-out`, { listing_id }, { cookie: buyer.cookie });
const revive = ({ order }: Held) =>
  reviveOrder(
    { pool, clock: site.depsAt(0).payments.clock, documents: testDocuments(pool), siteOrigin: 'http://localhost' },
    site.admin.id,
    order,
    ORIGIN,
    'en',
  );
type Rivaled = Held & { rival: { id: number; cookie: string } };
const offerAgain = ({ rival, cars: [car = 0] }: Rivaled) =>
  orderByTransfer(app, rival, car, DEPOSIT / 100).then(
    () => ({ status: 200 }),
    () => ({ status: 409 }),
  );
const withRival = async (held: Held): Promise<Rivaled> => ({ ...held, rival: await knownBuyer(pool) });

testPairs('held', async () => withRival(await heldCars(2)), {
  take_out: takeOut,
  cancel_hold: cancelHold,
  change_consignee: nameConsignee,
  'the deposit arrives': ({ order }) => receive(order, 2 * DEPOSIT),
  'the hold lapses': ({ order }) => lapse(order),
  offer_again: offerAgain,
});

testPairs(
  'held with a part of the deposit',
  async () => {
    const held = await heldCars();
    await receive(held.order, 100_000);
    return held;
  },
  {
    cancel_hold: cancelHold,
    undo_match: ({ order }) => undo(order),
    'the rest arrives': ({ order }) => receive(order, DEPOSIT - 100_000),
    'the hold lapses': ({ order }) => lapse(order),
  },
);

testPairs(
  'lapsed',
  async () => {
    const held = await heldCars();
    await lapse(held.order);
    return withRival(held);
  },
  { revive, offer_again: offerAgain, 'the deposit arrives': ({ order }) => receive(order, DEPOSIT) },
);

testPairs(
  'booked by transfer, too much paid',
  async () => {
    const to = await bookedByTransfer();
    const from = await bookedByTransfer(to.buyer);
    await receive(from.order, TOTAL - DEPOSIT + 100_000);
    return { ...from, to: to.order, payment: await paymentOf(from.order) };
  },
  {
    move_money: ({ order, to }) => {
      const body = { key: randomUUID(), to_order_id: to, amount_cents: 100_000, reason: 'One transfer for two cars.' };
      return site.office(`orders/${order}/money-moves`, body);
    },
    'undo_match and hold_again': ({ order }) => undo(order),
    cancel_by_office: ({ payment }) => site.office(`payments/${payment}/refund`, { reason: 'Asked by phone.' }),
  },
);

test('a car taken out while the deposit of its order arrives stays on sale', async () => {
  const held = await heldCars(2);
  await meet(
    pool,
    held.order,
    () => takeOut(held),
    () => receive(held.order, 2 * DEPOSIT),
  );
  const { rows } = await pool.query('select status from listings where id = any($1) order by id', [held.cars]);
  expect(rows.map(({ status }) => status)).toEqual(['active', 'sold']);
});
