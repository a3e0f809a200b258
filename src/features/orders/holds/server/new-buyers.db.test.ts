import { expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { isNewBuyer, lockNewBuyerHolds } from './hold-limit-store.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);

test('a part of a deposit does not end the limits of a new buyer, a booked car does', async () => {
  await enterBankAccount(pool);
  const [finance, buyer] = [await signInAdmin(pool), await signIn(pool)];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const { orderId } = await holdForTransfer(pool, buyer.id, car);
  const arrive = async (amount: string) => {
    const [line] = await importEntries(app, finance.cookie, [{ amount, name: 'Amina Otieno' }]);
    const body = { order_id: orderId, reason: 'A friend paid.' };
    const matched = await postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: finance.cookie });
    expect(matched.body.state).toBe('matched');
  };
  const wanted = { listingIds: [car], address: 'Mombasa', country: 'KE' };
  const held = async () => (await lockNewBuyerHolds(pool, buyer.id, wanted)).own;
  await arrive('1.00');
  expect([await isNewBuyer(pool, buyer.id), await held()]).toEqual([true, 1]);
  await arrive('2774.00');
  expect([await isNewBuyer(pool, buyer.id), await held()]).toEqual([false, 0]);
});
