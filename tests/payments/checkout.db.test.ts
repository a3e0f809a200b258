import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import {
  type Buyer,
  bookingAmount,
  CARD,
  cardNumber,
  ledgerBalances,
  newTransaction,
  payingCalls,
  totalOf,
} from '../support/payments/paying.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let car: number;

const newCar = async (offer: 'Sell' | 'Rent' = 'Sell', priceCents = PRICE * 100) => {
  const [id = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', offer, priceCents }]);
  return id;
};

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  calls = payingCalls(app);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  car = await newCar();
});

describe('the three calls', () => {
  test('accept credit as the method of a card payment', async () => {
    expect(await calls.pay(buyer, car, PRICE, { payment_method: 'credit' })).toMatchObject({
      status: 200,
      body: { payment_method: 'credit_card' },
    });
  });

  test('hold the car, capture the deposit and confirm the booking', async () => {
    const paid = await calls.pay(buyer, car, PRICE);
    expect(paid).toMatchObject({
      status: 200,
      body: { flag: '1', payment_status: 'pending', progress: 'authorised', listing_id: car, booking_id: null },
    });
    expect(await calls.statusOf(car)).toBe('active');

    expect(await calls.sold(buyer, car)).toMatchObject({ status: 200, body: { listing_status: 'sold' } });
    expect(await calls.statusOf(car)).toBe('sold');

    const { transaction_id: transaction } = paid.body;
    const booked = await calls.book(buyer, car, transaction, PRICE);
    expect(booked).toMatchObject({
      status: 200,
      body: {
        booking_status: 'confirmed',
        payment_status: 'paid',
        total_price: totalOf(PRICE),
        transaction_id: transaction,
      },
    });
    expect(await calls.readPayment(buyer, transaction)).toMatchObject({
      progress: 'captured',
      payment_status: 'success',
      booking_id: booked.body.booking_id,
    });
  });

  test('return the same when repeated and charge once', async () => {
    const before = await ledgerBalances(pool);
    const transaction = newTransaction();
    const change = { transaction_id: transaction };
    const first = await calls.pay(buyer, car, PRICE, change);
    expect((await calls.pay(buyer, car, PRICE, change)).body).toEqual(first.body);
    const sold = await calls.sold(buyer, car);
    expect((await calls.sold(buyer, car)).body).toEqual(sold.body);
    const booked = await calls.book(buyer, car, transaction, PRICE);
    expect((await calls.book(buyer, car, transaction, PRICE)).body).toEqual(booked.body);
    const after = await ledgerBalances(pool);
    expect(after.gateway! - before.gateway!).toBe(bookingAmount(PRICE) * 100);
    expect(after.sum).toBe(0);
    expect(await calls.bookings(buyer)).toHaveLength(1);
  });

  test('end with a receipt that only the buyer can download and the email attaches', async () => {
    const { booking_id: id } = await calls.buy(buyer, car, PRICE);
    const url = `/api/my-bookings/${id}/receipt`;
    const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { cookie: buyer.cookie } });
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = (await pdfPages(rawPayload)).join(' ');
    for (const said of ['BYD Seal', '$10,000.00', '$800.00', '$11,100.00', '$2,775.00', '4242'])
      expect(text).toContain(said);
    expect((await getJson(app, url, (await signIn(pool)).cookie)).status).toBe(404);
    const { rows } = await pool.query(
      'select attachment from mail_outbox where attachment is not null order by id desc limit 1',
    );
    expect(rows[0].attachment).toEqual({ kind: 'receipt', id, locale: 'en' });
  });

  test('keep the receipt as issued, and issue another revision after a cancellation', async () => {
    const { booking_id: id } = await calls.buy(buyer, car, PRICE);
    const receipt = (query = '') =>
      app.inject({ url: `/api/my-bookings/${id}/receipt${query}`, headers: { cookie: buyer.cookie } });
    const first = await receipt();
    expect((await receipt()).rawPayload.equals(first.rawPayload)).toBe(true);
    await calls.cancel(buyer, id, bookingAmount(PRICE));
    const second = await receipt();
    const [number, other] = [first, second].map(
      ({ headers }) => /receipt-(R-\d{4}-\d{6})\.pdf/.exec(String(headers['content-disposition']))?.[1],
    );
    expect(other).not.toBe(number);
    const text = (await pdfPages(second.rawPayload)).join(' ');
    for (const said of ['Refunded', `Replaces receipt ${number}`]) expect(text).toContain(said);
    expect((await receipt('?revision=1')).rawPayload.equals(first.rawPayload)).toBe(true);
    expect((await receipt('?revision=9')).statusCode).toBe(404);
  });

  test('keep receipts from before documents were signed as earlier revisions', async () => {
    const { booking_id: id } = await calls.buy(buyer, car, PRICE);
    const receipt = (query = '') =>
      app.inject({ url: `/api/my-bookings/${id}/receipt${query}`, headers: { cookie: buyer.cookie } });
    await pool.query(
      `insert into documents (kind, booking_id, revision, number, locale, facts_hash, pdf, issued_at)
       values ('receipt', $1, 1, 'R-old', 'en', sha256('facts'), 'the old bytes', now())`,
      [id],
    );
    expect((await pdfPages((await receipt()).rawPayload)).join(' ')).toContain('Replaces receipt R-old');
    expect((await receipt('?revision=1')).body).toBe('the old bytes');
  });

  test('accept the six-field form of the specification, which names no car', async () => {
    const paid = await calls.pay(buyer, null, PRICE);
    expect(paid.body).toMatchObject({ progress: 'authorised', listing_id: null });
    expect((await calls.sold(buyer, car)).status).toBe(200);
    expect((await calls.book(buyer, car, paid.body.transaction_id, PRICE)).body.booking_status).toBe('confirmed');
  });

  test('reject a more expensive car with the six-field form', async () => {
    await calls.pay(buyer, null, PRICE - 1);
    expect((await calls.sold(buyer, car)).status).toBe(409);
    expect(await calls.statusOf(car)).toBe('active');
  });
});

describe('validation', () => {
  test.each([0.01, bookingAmount(PRICE) - 0.01, bookingAmount(PRICE) + 0.01, bookingAmount(PRICE) + 100])(
    'rejects an amount that differs from the deposit: %d',
    async (amount) => {
      const refused = await calls.pay(buyer, car, PRICE, { amount });
      expect(refused).toMatchObject({
        status: 409,
        body: { flag: '0', error: expect.stringContaining('price has changed') },
      });
    },
  );

  test.each([-1, 0, 1e-9, 1e308, '100', null, [2775]])('rejects an invalid amount: %j', async (amount) => {
    expect((await calls.pay(buyer, car, PRICE, { amount })).status).toBe(400);
  });

  test('rejects a car that another buyer holds', async () => {
    await calls.pay(await signIn(pool), car, PRICE);
    const refused = await calls.pay(buyer, car, PRICE);
    expect(refused).toMatchObject({ status: 409, body: { error: 'This car has just been sold.' } });
  });

  test('rejects a status change without holding the car, or to another status than sold', async () => {
    await calls.pay(await signIn(pool), car, PRICE);
    expect((await calls.sold(buyer, car)).status).toBe(403);
    for (const body of [{ listing_status: 'active' }, { listing_status: 'sold', price: 1 }, {}]) {
      const url = `/api/listings/listings/${car}`;
      expect((await postJson(app, url, body, { cookie: buyer.cookie, method: 'PUT' })).status).toBe(400);
    }
  });

  test('rejects a booking that is unpaid, or paid by another user or for another car', async () => {
    const { transaction_id: transaction } = (await calls.pay(buyer, car, PRICE)).body;
    expect((await calls.book(buyer, car, transaction, PRICE)).status).toBe(409);
    await calls.sold(buyer, car);
    const other = await signIn(pool);
    expect((await calls.book(other, car, transaction, PRICE)).status).toBe(409);
    expect((await calls.book(buyer, await newCar(), transaction, PRICE)).status).toBe(409);
    expect((await calls.book(buyer, car, transaction, PRICE, { total_price: 1 })).status).toBe(409);
    expect((await calls.book(buyer, car, transaction, PRICE, { car_id: 1 })).status).toBe(409);
    expect((await calls.book(buyer, car, transaction, PRICE, { user_id: other.id })).status).toBe(403);
  });

  test('ignores statuses and dates in the request', async () => {
    const { transaction_id: transaction } = (await calls.pay(buyer, car, PRICE)).body;
    await calls.sold(buyer, car);
    const sent = { booking_status: 'cancelled', payment_status: 'refunded', booking_start_date: '2001-01-01' };
    const { body } = await calls.book(buyer, car, transaction, PRICE, sent);
    expect(body).toMatchObject({ booking_status: 'confirmed', payment_status: 'paid' });
    expect(body.booking_start_date).toBe(body.booking_end_date);
    expect(testNow().getTime() - Date.parse(body.booking_start_date)).toBeLessThan(60_000);
  });

  test('rejects a transaction id reused with another body, unless by another user', async () => {
    const change = { transaction_id: newTransaction() };
    await calls.pay(buyer, car, PRICE, change);
    expect((await calls.pay(buyer, await newCar(), PRICE, change)).status).toBe(422);
    expect((await calls.pay(await signIn(pool), await newCar(), PRICE, change)).status).toBe(200);
  });

  test("rejects the buyer's own car, a car in review and an unknown car", async () => {
    const { rows } = await pool.query('select user_id from listings where id = $1', [car]);
    await pool.query('update listings set user_id = $1 where id = $2', [buyer.id, car]);
    expect((await calls.pay(buyer, car, PRICE)).status).toBe(409);
    await pool.query("update listings set user_id = $1, status = 'requested' where id = $2", [rows[0].user_id, car]);
    expect((await calls.pay(buyer, car, PRICE)).status).toBe(404);
    expect((await calls.pay(buyer, 99_999_999, PRICE)).status).toBe(404);
  });

  test('rejects a fourth hold of one buyer', async () => {
    for (let held = 0; held < 3; held++) expect((await calls.pay(buyer, await newCar(), PRICE)).status).toBe(200);
    expect((await calls.pay(buyer, car, PRICE)).status).toBe(429);
  });

  test('rejects changes, pausing and deletion of a car that is being paid for or sold', async () => {
    await calls.pay(buyer, car, PRICE);
    for (const change of [
      'price_cents = 100',
      "status = 'paused'",
      "status = 'sold'",
      'deleted_at = now()',
      "vin = 'X'",
    ]) {
      await expect(pool.query(`update listings set ${change} where id = $1`, [car])).rejects.toMatchObject({
        code: 'CQ001',
      });
    }
    await pool.query("update listings set description = 'Two keys.' where id = $1", [car]);
    await calls.sold(buyer, car);
    await expect(pool.query("update listings set status = 'active' where id = $1", [car])).rejects.toMatchObject({
      code: 'CQ001',
    });
  });
});

describe('cards', () => {
  test('a declined card releases the car and gives no reason', async () => {
    const refused = await calls.pay(buyer, car, PRICE, { formData: cardNumber('4000000000000002') });
    expect(refused).toMatchObject({
      status: 402,
      body: { error: 'The payment was declined. You haven’t been charged.' },
    });
    expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(200);
  });

  test.each([
    ['cardNumber', '424242424242424', 'Invalid card number'],
    ['expiryDate', '13/30', 'Invalid expiry date (MM/YY)'],
    ['expiryDate', '01/20', 'Invalid expiry date (MM/YY)'],
    ['cvv', '12', 'Invalid CVV'],
    ['name', ' x ', 'Name is required'],
    ['email', 'nobody', 'Invalid email address'],
  ])('rejects %s %j', async (field, value, said) => {
    const refused = await calls.pay(buyer, car, PRICE, { formData: { ...CARD, [field]: value } });
    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: said } } });
    // A request id is random and may contain the digits.
    expect(JSON.stringify({ ...refused.body, requestId: '' })).not.toContain('4242');
  });

  test('stores only brand and last four digits', async () => {
    await calls.pay(buyer, car, PRICE, { formData: cardNumber('5555555555554444') });
    const { rows } = await pool.query('select card_brand, card_last4 from payments where user_id = $1', [buyer.id]);
    expect(rows).toEqual([{ card_brand: 'Mastercard', card_last4: '4444' }]);
  });

  test('answers 429 after 10 attempts an hour, counting a decline twice', async () => {
    const decline = () => calls.pay(buyer, car, PRICE, { formData: cardNumber('4000000000000002') });
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) statuses.push((await decline()).status);
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429]);
  });
});
