import { expect, test } from 'vitest';
import { receiveTransfer } from '#features/orders/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { addCompany, billNow } from '../support/payments/billing.ts';
import { bookingDepsAt } from '../support/payments/booking-deps.ts';
import { newTransaction } from '../support/payments/paying.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { knownBuyer } from '../support/payments/transfers.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const DEPOSIT = 2_775_000;
const LETTERS = [...'ABCDEFGHIJ'];

test('ten cars with names of 100 letters are held, billed and named in every email', async () => {
  await addCompany(pool);
  const priced = LETTERS.map((letter) => ({
    make: letter.repeat(60),
    model: letter.repeat(39),
    priceCents: 1_000_000,
  }));
  const listing_ids = await addCars(pool, priced);
  const order = {
    listing_ids,
    amount: DEPOSIT / 100,
    transaction_id: newTransaction(),
    payment_method: 'bank_transfer',
    email: 'amina@buyers.example',
    buyer: { name: 'Otieno Motors Ltd', address: '4 Moi Avenue\nMombasa 80100', country: 'KE' },
    accepted_terms: (await getJson(app, '/api/order-terms')).body.version,
  };
  const { status, body } = await postJson(app, '/api/orders', order, { cookie: (await knownBuyer(pool)).cookie });
  expect(status, JSON.stringify(body)).toBe(200);
  const [mail] = (await pool.query('select subject, text from mail_outbox')).rows;
  expect(mail.subject).toHaveLength(300);
  for (const letter of LETTERS) expect(mail.text).toContain(`${letter.repeat(60)} ${letter.repeat(39)}`);
  const line = { orderId: body.order.id, cents: DEPOSIT, reference: null, sourceLineId: 1, receivedAt: testNow() };
  const received = await withTransaction(pool, (db) => receiveTransfer(db, bookingDepsAt(pool, 0), line));
  expect(received).toMatchObject({ outcome: 'booked' });
  await billNow(pool);
  const { rows } = await pool.query(
    "select paper::jsonb -> 'lines' as lines from issued_documents where kind = 'invoice'",
  );
  expect(rows[0].lines).toHaveLength(10 + 2);
});
