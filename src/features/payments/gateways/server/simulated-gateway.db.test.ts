import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import {
  type Buyer,
  bookingAmount,
  cardNumber,
  ledgerBalances,
  newTransaction,
  payingCalls,
} from '../../../../../tests/support/payments/paying.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { testApp } from '../../../../../tests/support/server/test-app.ts';
import { ForgedMessage, type PaymentGateway } from './payment-gateway.ts';
import { simulatedGateway } from './simulated-gateway.ts';

const PRICE = 10_000;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' }, undefined, true);
  calls = payingCalls(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const newCar = async () => {
  const [id = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  return id;
};
const paypal = (name: string) => ({
  payment_method: 'paypal',
  formData: { paypalEmail: `${name}@buyers.example`, email: 'amina@buyers.example' },
});
const upi = (name: string) => ({
  payment_method: 'upi',
  formData: { upiId: `${name}@bank`, email: 'amina@buyers.example' },
});

type Purchase = { buyer: Buyer; car: number; transaction: string; status: number };

const payWith = async (change: object): Promise<Purchase> => {
  const [buyer, car, transaction_id] = [await signIn(pool), await newCar(), newTransaction()];
  const { status } = await calls.pay(buyer, car, PRICE, { ...change, transaction_id });
  return { buyer, car, transaction: transaction_id, status };
};

const progressOf = async ({ buyer, transaction }: Purchase) => (await calls.readPayment(buyer, transaction)).progress;

/** Ages the payment past the buyer timeout, after which the worker takes over. */
const progressWithoutBuyer = async (purchase: Purchase) => {
  await pool.query(
    `update payments set due_at = now(), changed_at = now() - interval '1 minute'
     where state = 'authorised' and transaction_id = $1`,
    [purchase.transaction],
  );
  return progressOf(purchase);
};

/** Waits until the purchase is captured, and expects one booking and one charge in ledger and gateway. */
async function expectBought(purchase: Purchase): Promise<void> {
  const { buyer, car, transaction } = purchase;
  await expect.poll(() => progressWithoutBuyer(purchase), { timeout: 30_000, interval: 200 }).toBe('captured');
  await expect.poll(() => calls.statusOf(car)).toBe('sold');
  expect(await calls.bookings(buyer)).toHaveLength(1);
  const { id } = await calls.readPayment(buyer, transaction);
  const { rows } = await pool.query(
    `select state, amount_cents, (select sum(cents) from ledger_lines join ledger_entries e on e.id = entry_id
       where payment_id = $1 and account = 'gateway') as gateway_cents
     from simulated_charges where key = $2`,
    [id, `payment-${id}`],
  );
  const cents = bookingAmount(PRICE) * 100;
  expect(rows).toEqual([{ state: 'captured', amount_cents: cents, gateway_cents: cents }]);
}

test('completes each purchase with one charge when gateway responses are lost or late', async () => {
  const cards = ['4000000000000119', '4000000000000341', '4000000000000259'];
  const purchases = cards.map((number) => payWith({ formData: cardNumber(number) }));
  const all = [...purchases, payWith(paypal('lost')), payWith(upi('late'))];
  const late = await purchases[1]!;
  expect(late.status).toBe(200);
  expect(await calls.sold(late.buyer, late.car)).toMatchObject({ status: 503 });
  const begun = await Promise.all(all);
  expect(begun.map(({ status }) => status)).toEqual([202, 200, 202, 202, 202]);
  for (const purchase of begun) await expectBought(purchase);
  expect((await ledgerBalances(pool)).sum).toBe(0);
});

test.each([
  ['PayPal address', paypal],
  ['UPI id', upi],
])('a %s that begins with declined@ is declined and releases the car', async (_what, paidWith) => {
  const { car, status } = await payWith(paidWith('declined'));
  expect(status).toBe(402);
  expect((await calls.pay(await signIn(pool), car, PRICE)).status).toBe(200);
});

test('repeated webhook messages in the wrong order do not change a payment', async () => {
  const purchase = await payWith({ formData: cardNumber('4000000000000499') });
  const { buyer, car, transaction } = purchase;
  const { id } = await calls.readPayment(buyer, transaction);
  const storedMessages = async () =>
    (await pool.query('select id from gateway_messages where id like $1 order by id', [`%-${id}`])).rows;
  await expect.poll(storedMessages).toEqual([{ id: `authorised-${id}` }, { id: `captured-${id}` }]);
  expect(await progressOf(purchase)).toBe('authorised');
  expect(await calls.statusOf(car)).toBe('active');
  await calls.sold(buyer, car);
  await calls.book(buyer, car, transaction, PRICE);
  await expectBought(purchase);
});

type Message = { body: string; headers: Record<string, string> };

/** Authorizes a payment at a new simulator and returns the message it sends. */
async function newMessage(): Promise<{ gateway: PaymentGateway; message: Message }> {
  const sent: Message[] = [];
  const send = async (body: string, headers: Record<string, string>) => sent.push({ body, headers });
  const gateway = simulatedGateway({ db: pool, delayMs: 0, send });
  const order = {
    paymentId: 999_999,
    method: 'upi' as const,
    reference: null,
    amountCents: 100,
    createdAt: testNow(),
    currency: 'USD',
  };
  await gateway.authorize({ ...order, instrument: { kind: 'upi', id: 'amina@bank' } });
  return { gateway, message: sent[0]! };
}

const read = (gateway: PaymentGateway, { body, headers }: Message) => gateway.readMessage(Buffer.from(body), headers);

test('reads a signed message of the simulator', async () => {
  const { gateway, message } = await newMessage();
  expect(read(gateway, message)).toMatchObject({ paymentId: 999_999, topic: 'charge' });
});

test.each<[what: string, tamper: (message: Message) => Message]>([
  ['changed', ({ body, headers }) => ({ body: body.replace('999999', '1'), headers })],
  [
    'without a signature',
    ({ body, headers: { 'x-gateway-time': time = '' } }) => ({ body, headers: { 'x-gateway-time': time } }),
  ],
  ['with a cut signature', (message) => withHeader(message, 'x-gateway-signature', (text) => text.slice(0, 32))],
  ['with another time', (message) => withHeader(message, 'x-gateway-time', (text) => String(Number(text) + 1))],
])('rejects a message %s: readMessage throws ForgedMessage and the webhook answers 400', async (_what, tamper) => {
  const { gateway, message } = await newMessage();
  const { body, headers } = tamper(message);
  expect(() => read(gateway, { body, headers })).toThrow(ForgedMessage);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/webhooks/payments',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });
  expect(answer.statusCode).toBe(400);
});

function withHeader({ body, headers }: Message, name: string, change: (text: string) => string): Message {
  return { body, headers: { ...headers, [name]: change(headers[name] ?? '') } };
}

test.each([-310_000, 310_000])('rejects a message whose time is %d ms off', async (off) => {
  const { gateway, message } = await newMessage();
  vi.useFakeTimers({ toFake: ['Date'], now: testNow().getTime() + off });
  expect(() => read(gateway, message)).toThrow('too old');
});

test('rejects a message signed by another simulator', async () => {
  const { message } = await newMessage();
  const { gateway } = await newMessage();
  expect(() => read(gateway, message)).toThrow(ForgedMessage);
});

test.each([
  { card: '4000000000002685', begins: 'open', ends: 'lost', withdrawn: [-50_000] },
  { card: '4000000000001976', begins: 'inquiry', ends: 'won', withdrawn: [] },
])('disputes a payment with card $card: $begins at once, $ends once the bank has decided', async (expected) => {
  const sent: string[] = [];
  const gateway = simulatedGateway({ db: pool, delayMs: 0, send: async (body) => sent.push(JSON.parse(body).topic) });
  const paymentId = Number(expected.card.slice(-4));
  const method = 'credit_card' as const;
  const key = { paymentId, method, reference: null, amountCents: 50_000, createdAt: testNow() };
  const card = { number: expected.card, expiryDate: '12/40', cvv: '123', name: 'Amina Otieno' };
  await gateway.authorize({ ...key, currency: 'USD', instrument: { kind: 'card', ...card } });
  expect(await gateway.disputes(key)).toEqual([]);
  await gateway.capture(key);
  await gateway.capture(key);
  expect(sent).toContain('disputes');
  const [begun, ...others] = await gateway.disputes(key);
  expect(others).toEqual([]);
  expect(begun).toMatchObject({ state: expected.begins, cents: 50_000, evidenceDueAt: expect.any(Date) });
  expect(begun!.movements.map(({ cents }) => cents)).toEqual(expected.withdrawn);
  await pool.query('update simulated_disputes set decided_at = now() where key = $1', [`payment-${paymentId}`]);
  const [ended] = await gateway.disputes(key);
  expect(ended).toMatchObject({ state: expected.ends, reference: begun!.reference });
  expect(ended!.movements).toEqual(begun!.movements);
});
