import { expect, test } from 'vitest';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import type { PaymentState } from '../model/payment.ts';
import { deleteGatewayMessages, findPayment, handleWebhook, reschedule, transitionPayment } from './payment-store.ts';
import {
  claimDueRefundSyncs,
  insertProviderRefund,
  recordRefundSync,
  refundSyncDueAt,
} from './refunds/provider-refund-store.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const calls = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0' }));
const newCar = async () => (await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]))[0] ?? 0;

async function authorizedPayment(): Promise<number> {
  return (await calls.pay(await signIn(pool), await newCar(), PRICE)).body.id;
}
const transition = (id: number, from: PaymentState, to: PaymentState) =>
  transitionPayment(pool, id, from, { to, retryAfterSeconds: null });

test('changes the state of a payment only from its current state', async () => {
  const id = await authorizedPayment();
  expect(await transition(id, 'created', 'failed')).toBe(false);
  expect(await findPayment(pool, id)).toMatchObject({ state: 'authorised' });
  expect(await transition(id, 'authorised', 'capturing')).toBe(true);
  expect(await transition(id, 'authorised', 'voided')).toBe(false);
  expect(await findPayment(pool, id)).toMatchObject({ state: 'capturing' });
});

test('of 8 concurrent transitions of a payment, one succeeds', async () => {
  const id = await authorizedPayment();
  const results = await Promise.all(Array.from({ length: 8 }, () => transition(id, 'authorised', 'capturing')));
  expect(results.filter(Boolean)).toHaveLength(1);
});

test('rejects the capture of an expired hold with 409 and takes no money', async () => {
  const [buyer, car] = [await signIn(pool), await newCar()];
  const { id } = (await calls.pay(buyer, car, PRICE)).body;
  await pool.query("update payments set expires_at = now(), due_at = 'infinity' where id = $1", [id]);
  expect(await calls.sold(buyer, car)).toMatchObject({
    status: 409,
    body: { error: 'Your hold on this car has expired. You haven’t been charged.' },
  });
  expect(await findPayment(pool, id)).toMatchObject({ state: 'authorised' });
});

test('of 6 concurrent payments of one buyer, 3 hold a car and 3 get 429', async () => {
  const [buyer, cars] = [await signIn(pool), await Promise.all(Array.from({ length: 6 }, newCar))];
  const answers = await Promise.all(cars.map((car) => calls.pay(buyer, car, PRICE)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
});

test('makes a payment due at the first delivery of a webhook message only', async () => {
  const id = await authorizedPayment();
  const isDue = async () =>
    (await pool.query('select due_at <= now() as due from payments where id = $1', [id])).rows[0].due;
  // The simulated gateway also sends a message for each authorization, which may arrive late.
  const messagesMissing = async () =>
    (
      await pool.query<{ missing: number }>(
        'select (select count(*) from simulated_charges) - (select count(*) from gateway_messages) as missing',
      )
    ).rows[0]?.missing;
  await expect.poll(messagesMissing).toBe(0);
  await transition(id, 'authorised', 'capturing');
  const message = { id: 'evt_1', paymentId: id, reference: null, topic: 'charge' } as const;
  await handleWebhook(pool, message);
  expect(await isDue()).toBe(true);
  await reschedule(pool, id, 60);
  await handleWebhook(pool, message);
  expect(await isDue()).toBe(false);
  await handleWebhook(pool, { ...message, id: 'evt_2' });
  expect(await isDue()).toBe(true);
});

test('deletes webhook messages after 90 days', async () => {
  const receive = (id: string) => handleWebhook(pool, { id, paymentId: null, reference: null, topic: 'charge' });
  for (const id of ['evt_old', 'evt_recent']) await receive(id);
  await pool.query("update gateway_messages set heard_at = now() - interval '91 days' where id = 'evt_old'");
  await deleteGatewayMessages(pool, 90 * 24 * 60 * 60);
  const { rows } = await pool.query("select id from gateway_messages where id in ('evt_old', 'evt_recent')");
  expect(rows).toEqual([{ id: 'evt_recent' }]);
});

test('keeps a refund sync due if a message arrives while another sync is recorded', async () => {
  const id = await authorizedPayment();
  await transition(id, 'authorised', 'capturing');
  await transition(id, 'capturing', 'captured');
  const receive = (event: string) =>
    handleWebhook(pool, { id: `${event} of ${id}`, paymentId: id, reference: null, topic: 'refunds' });
  await receive('evt_3');
  await expect.poll(() => claimDueRefundSyncs(pool, 20)).toContain(id);
  expect(await claimDueRefundSyncs(pool, 20)).not.toContain(id);
  const dueAt = await refundSyncDueAt(pool, id);
  await withTransaction(pool, async (db) => {
    await db.query('select now()');
    await receive('evt_4');
    await recordRefundSync(db, id, dueAt);
  });
  await expect.poll(() => claimDueRefundSyncs(pool, 20)).toContain(id);
  await recordRefundSync(pool, id, await refundSyncDueAt(pool, id));
  expect(await claimDueRefundSyncs(pool, 20)).not.toContain(id);
});

test('schedules a refund sync every day until 30 days after the last refund activity', async () => {
  const id = await authorizedPayment();
  await transition(id, 'authorised', 'capturing');
  await transition(id, 'capturing', 'captured');
  const secondsToNextSync = async () => {
    await recordRefundSync(pool, id, await refundSyncDueAt(pool, id));
    const { rows } = await pool.query(
      'select extract(epoch from refunds_due_at - now())::float8 as next from payments where id = $1',
      [id],
    );
    return rows[0].next;
  };
  expect(await secondsToNextSync()).toBeCloseTo(86_400, -2);
  await pool.query("update payments set captured_at = now() - interval '31 days' where id = $1", [id]);
  await insertProviderRefund(pool, 're_late', id, 100);
  expect(await secondsToNextSync()).toBeCloseTo(86_400, -2);
  await pool.query("update provider_refunds set heard_at = now() - interval '31 days' where payment_id = $1", [id]);
  expect(await secondsToNextSync()).toBeNull();
});

test('throws for transitions that the table does not allow', async () => {
  const id = await authorizedPayment();
  await expect(transition(id, 'authorised', 'refunded')).rejects.toThrow('cannot become');
  await expect(transition(id, 'voided', 'captured')).rejects.toThrow('cannot become');
});

test('rejects a payment with 401 when the account is closed concurrently', async () => {
  const [buyer, car] = [await signIn(pool), await newCar()];
  const closing = await pool.connect();
  await closing.query('begin');
  await closing.query('update users set deleted_at = now() where id = $1', [buyer.id]);
  const paying = calls.pay(buyer, car, PRICE);
  await expect
    .poll(
      async () => (await pool.query("select 1 from pg_locks where not granted and locktype = 'transactionid'")).rows,
    )
    .toHaveLength(1);
  await closing.query('commit');
  closing.release();
  expect(await paying).toMatchObject({ status: 401 });
  expect((await pool.query('select 1 from payments where user_id = $1', [buyer.id])).rows).toEqual([]);
});
