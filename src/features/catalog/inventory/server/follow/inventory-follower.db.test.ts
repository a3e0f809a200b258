import type pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { addUser } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { trimChanges } from './change-feed.ts';
import { InventoryFollower } from './inventory-follower.ts';

const { pool } = await testDatabase();
const [seal = 0, han = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal', priceCents: 100_00 },
  { make: 'BYD', model: 'Han', priceCents: 200_00 },
]);
const buyer = await addUser(pool, { email: 'buyer@test.example' });

let follower: InventoryFollower;
beforeEach(async () => {
  follower = new InventoryFollower(pool, (error) => {
    throw error;
  });
  await follower.fill();
});

const priceOf = (id: number) => {
  const { index } = follower.current()!;
  const slot = index.slotOf(id);
  return slot === undefined ? null : index.priceOf(slot);
};
const setPrice = (db: pg.Pool | pg.PoolClient, id: number, cents: number) =>
  db.query('update listings set price_cents = $2 where id = $1', [id, cents]);

/** Runs statements in a separate transaction and keeps it open. */
async function openTransaction(work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect();
  await client.query('begin');
  await work(client);
  return async (end: 'commit' | 'rollback') => {
    await client.query(end);
    client.release();
  };
}

test('a transaction that began before a look and commits after it is not missed', async () => {
  const end = await openTransaction((client) => setPrice(client, seal, 111_00));
  await setPrice(pool, han, 222_00);
  expect(await follower.catchUp()).toBe(1);
  expect([priceOf(seal), priceOf(han)]).toEqual([100_00, 222_00]);
  await end('commit');
  expect(await follower.catchUp()).toBe(1);
  expect([priceOf(seal), priceOf(han)]).toEqual([111_00, 222_00]);
});

test('a transaction that is open while the index is filled is not missed', async () => {
  const end = await openTransaction((client) => setPrice(client, seal, 112_00));
  const late = new InventoryFollower(pool, () => {});
  await late.fill();
  await end('commit');
  await late.catchUp();
  const { index } = late.current()!;
  expect(index.priceOf(index.slotOf(seal)!)).toBe(112_00);
});

test('a change that is rolled back is none', async () => {
  const before = priceOf(seal);
  const end = await openTransaction((client) => setPrice(client, seal, 999_00));
  await end('rollback');
  expect(await follower.catchUp()).toBe(0);
  expect(priceOf(seal)).toBe(before);
});

test('follows cars that leave and return, and ignores changes of hidden ones', async () => {
  const setStatus = (status: string) => pool.query('update listings set status = $2 where id = $1', [han, status]);
  await setStatus('paused');
  expect(await follower.catchUp()).toBe(1);
  expect(priceOf(han)).toBeNull();
  await setPrice(pool, han, 333_00);
  expect(await follower.catchUp()).toBe(0);
  await setStatus('active');
  expect(await follower.catchUp()).toBe(1);
  expect(priceOf(han)).toBe(333_00);
});

test('reads the cars of a seller again whose name changed', async () => {
  await pool.query("update users set name = 'Amina Wanjiru' where id = (select user_id from listings where id = $1)", [
    seal,
  ]);
  expect(await follower.catchUp()).toBe(2);
  await pool.query("update users set name = 'Amina Wanjiru', mobile = '0712345678'");
  expect(await follower.catchUp()).toBe(0);
});

test('follows the hold of a payment and its end', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents,
       amount_cents, method, contact_email, state, expires_at)
     values ($2, 'TR1', '\\x00', $1, 'Sell', 100, 0, 0, 100, 100, 'credit_card', 'buyer@test.example', 'created',
       now() + interval '10 minutes')
     returning id`,
    [seal, buyer.id],
  );
  const payment = rows[0]!.id;
  const heldUntil = async () => {
    await follower.catchUp();
    return follower.current()!.reservations.get(seal)?.heldUntil?.getTime() ?? null;
  };
  expect(await heldUntil()).toBeNull();
  await pool.query('insert into sale_claims (listing_id, payment_id) values ($1, $2)', [seal, payment]);
  const first = await heldUntil();
  expect(first).not.toBeNull();
  await pool.query("update payments set expires_at = expires_at + interval '1 minute' where id = $1", [payment]);
  expect(await heldUntil()).toBe(first! + 60_000);
  await pool.query('delete from sale_claims where listing_id = $1', [seal]);
  expect(await heldUntil()).toBeNull();
});

test('reads all cars again after it has not looked for ten minutes, because old changes are deleted', async () => {
  const clock = vi.spyOn(performance, 'now');
  await setPrice(pool, seal, 144_00);
  await pool.query("update listing_changes set changed_at = now() - interval '31 minutes'");
  await trimChanges(pool);
  const { rows } = await pool.query('select 1 from listing_changes');
  expect(rows).toEqual([]);
  clock.mockReturnValue(performance.now() + 11 * 60_000);
  expect(follower.current()).toBeNull();
  await follower.catchUp();
  await follower.fill();
  expect(priceOf(seal)).toBe(144_00);
  clock.mockRestore();
});

test('two processes see each other’s changes', async () => {
  const other = new InventoryFollower(pool, () => {});
  await other.fill();
  await setPrice(pool, seal, 155_00);
  await Promise.all([follower.catchUp(), other.catchUp()]);
  const { index } = other.current()!;
  expect([priceOf(seal), index.priceOf(index.slotOf(seal)!)]).toEqual([155_00, 155_00]);
});

test.each([
  ['another server answers', { server: '2020-01-01 00:00:00+00' }],
  ['numbers of transactions go back', { snapshot: '9000000:9000000:' }],
])('reads all cars again after %s, because changes may be missing', async (_what, lost) => {
  await setPrice(pool, seal, 444_00);
  const { rows } = await pool.query('select pg_current_snapshot()::text as snapshot');
  Object.assign(follower.current()!.position, rows[0], lost);
  await follower.catchUp();
  await expect.poll(() => follower.current()).not.toBeNull();
  expect(priceOf(seal)).toBe(444_00);
  await setPrice(pool, seal, 445_00);
  await follower.catchUp();
  expect(priceOf(seal)).toBe(445_00);
});
