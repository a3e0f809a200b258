import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite } from '../../../../../tests/support/aftersales/claim-site.ts';
import { PASSWORD } from '../../../../../tests/support/data/accounts.ts';
import { allowAnyStep } from '../../../../../tests/support/payments/ready-order.ts';
import { dayFromNow, msFromNow } from '../../../../../tests/support/runner/test-clock.ts';
import { postForm, postJson } from '../../../../../tests/support/server/test-app.ts';

const PDF = Buffer.from('%PDF-1.4\n% a report\n%%EOF\n');
const SIDES = ['front', 'rear', 'left', 'right', 'interior', 'odometer'];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;
let photo: Buffer;

const dataOf = async ({ cookie }: { cookie: string }) =>
  (await postJson(site.app, '/api/my-data', { password: PASSWORD }, { cookie })).body;

/** A claim with an answer of the seller, a signed handover, a parcel and a dispute. */
beforeAll(async () => {
  site = await claimSite();
  sale = await site.sale();
  await allowAnyStep(site.pool, sale.order);
  photo = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#0b5b86' } })
    .jpeg()
    .toBuffer();
  const by = { cookie: sale.seller.cookie };
  const photos: Record<string, string> = {};
  for (const side of SIDES) {
    photos[side] = randomUUID();
    const file = new File([new Uint8Array(photo)], `${side}.jpg`);
    const fields: [string, string | File][] = [
      ['id', photos[side]!],
      ['kind', 'photo'],
      ['file', file],
    ];
    expect((await postForm(site.app, `/api/orders/${sale.order}/files`, fields, by)).status).toBe(200);
  }
  const handover = {
    ...{ id: randomUUID(), kind: 'sale', odometer: 12_345, keys: 2, fuel_percent: 80, damage: '', photos },
    captured_at: msFromNow(-60_000).toISOString(),
    giver: { name: 'Li Na', strokes: [[0, 0, 500, 150, 1000, 300]] },
    receiver: { name: 'Grace Wanjiru', confirmed: true },
  };
  expect((await postJson(site.app, `/api/orders/${sale.order}/handovers`, handover, by)).status).toBe(200);
  const parcel = {
    ...{ id: randomUUID(), courier: 'DHL', tracking_number: '1234567890', contents: 'Original bill of lading' },
    sent_on: dayFromNow(0),
  };
  expect((await postJson(site.app, `/api/orders/${sale.order}/parcels`, parcel, by)).status).toBe(200);
  await site.app.inject({
    url: `/api/orders/${sale.order}/files/${photos.front}`,
    headers: { cookie: sale.buyer.cookie },
  });
  const { body } = await site.open(sale.order, { who: sale.buyer, text: 'A dent.', files: [PDF] });
  await site.app.inject({ url: body.claim.statements[0].files[0].url, headers: { cookie: sale.buyer.cookie } });
  await site.say(body.claim.id, 'answer', { who: sale.seller, text: 'It was there before.' });
  const { rows } = await site.pool.query('select id from payments where order_id = $1', [sale.order]);
  site.gateway.dispute(rows[0].id, 'inquiry');
  await site.pool.query('update payments set disputes_due_at = now() where id = $1', [rows[0].id]);
  await site.settleRefunds();
  site.gateway.endDispute(rows[0].id, 'won');
  await site.pool.query('update payments set disputes_due_at = now() where id = $1', [rows[0].id]);
  await site.settleRefunds();
  expect((await site.withdraw(body.claim.id, sale.buyer)).status).toBe(200);
});

test('a buyer downloads own claims with words and files, own signature, openings and disputes', async () => {
  const data = await dataOf(sale.buyer);
  expect(data.claims).toMatchObject([
    {
      order_id: sale.order,
      kind: 'damaged',
      state: 'withdrawn',
      statements: [{ kind: 'claim', text: 'A dent.', files: [{ format: 'pdf', sha256: sha256(PDF) }] }],
    },
  ]);
  expect(data.handovers).toMatchObject([
    { order_id: sale.order, kind: 'sale', side: 'receiver', name: 'Grace Wanjiru', signature: null },
  ]);
  expect(data.openedFiles).toMatchObject([
    { order_id: sale.order, name: 'front.jpg' },
    { order_id: sale.order, kind: 'claim_evidence' },
  ]);
  expect(data.orders[0].disputes).toMatchObject([{ state: 'won', lost_cents: 0 }]);
  expect([data.parcels, data.orderFiles]).toEqual([[], []]);
  expect(JSON.stringify(data)).not.toMatch(/Li Na|It was there before/);
});

test('a seller downloads answers, own signature, files and parcels', async () => {
  const data = await dataOf(sale.seller);
  expect(data.claims).toMatchObject([{ statements: [{ kind: 'answer', text: 'It was there before.' }] }]);
  expect(data.handovers).toMatchObject([{ side: 'giver', name: 'Li Na', signature: [[0, 0, 500, 150, 1000, 300]] }]);
  expect(data.orderFiles.map(({ name }: { name: string }) => name)).toEqual(SIDES.map((side) => `${side}.jpg`));
  expect(data.orderFiles[0]).toMatchObject({ sha256: sha256(photo), kind: 'photo' });
  expect(data.parcels).toMatchObject([
    { courier: 'DHL', contents: 'Original bill of lading', withdrawn_because: null },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Grace Wanjiru|A dent/);
});

test('closing the account keeps the evidence of the order without the user’s name', async () => {
  await site.payInCash(sale.booking);
  expect((await site.complete(sale.order)).status).toBe(200);
  expect(
    (await postJson(site.app, '/api/delete-account', { password: PASSWORD }, { cookie: sale.buyer.cookie })).body,
  ).toMatchObject({ flag: '1' });
  const { rows } = await site.pool.query(
    `select (select count(*) from claims where order_id = $1) as claims, (select count(*) from claim_evidence) as evidence,
       (select count(*) from handovers where order_id = $1) as handovers, (select count(*) from order_files where order_id = $1) as files,
       (select count(*) from provider_disputes) as disputes, (select name from users where id = $2) as name`,
    [sale.order, sale.buyer.id],
  );
  expect(rows).toEqual([{ claims: 1, evidence: 1, handovers: 1, files: 6, disputes: 1, name: 'Deleted user' }]);
});
