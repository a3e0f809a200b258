import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_KEYS, StripeServer } from '../../../../tests/support/stripe-server.ts';
import { circuitBreakerGateway, TIMEOUTS } from './circuit-breaker-gateway.ts';
import { type ChargeKey, ForgedMessage, GatewayTimeout, type Order } from './payment-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

const server = new StripeServer();
const api = await server.open();
afterAll(() => server.close());
const gateway = stripeGateway({
  secretKey: STRIPE_KEYS.STRIPE_SECRET_KEY,
  publishableKey: STRIPE_KEYS.STRIPE_PUBLISHABLE_KEY,
  webhookSecret: STRIPE_KEYS.STRIPE_WEBHOOK_SECRET,
  api,
});

let paymentId = 0;
let key: ChargeKey;
const orderOf = (token: string): Order => ({
  ...key,
  currency: 'USD',
  method: 'credit_card',
  instrument: { kind: 'token', token },
});
const intents = () => server.ofPayment(paymentId);
const statuses = () => intents().map(({ status }) => status);

beforeEach(() => {
  key = { paymentId: ++paymentId, reference: null, amountCents: 277_500, createdAt: new Date() };
});

describe('a charge', () => {
  test('is reserved, taken once, and given back once', async () => {
    const charge = await gateway.authorize(orderOf('pm_visa'));
    expect(charge).toMatchObject({ state: 'authorised', cardBrand: 'Visa', cardLast4: '4242' });
    key = { ...key, reference: charge.reference };
    expect(await gateway.find(key)).toEqual(charge);
    expect(await gateway.capture(key)).toMatchObject({ state: 'captured' });
    expect(await gateway.capture(key)).toMatchObject({ state: 'captured' });
    await gateway.refund({ ...key, refundCents: 100_000, attempt: 1 });
    await gateway.refund({ ...key, refundCents: 100_000, attempt: 1 });
    expect(intents()).toMatchObject([{ amount: 277_500, status: 'succeeded', refunded: 100_000 }]);
  });

  test('is the same when it is asked for again, and told as it stands now', async () => {
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'needs_action' });
    server.passBank(paymentId, true);
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'authorised' });
    expect(statuses()).toEqual(['requires_capture']);
  });

  test('of another database with the same ids is another one', async () => {
    await gateway.authorize(orderOf('pm_visa'));
    await gateway.authorize({ ...orderOf('pm_visa'), createdAt: new Date(0) });
    expect(intents()).toHaveLength(2);
  });

  test('waits for the bank, with the secret that its question needs', async () => {
    const charge = await gateway.authorize(orderOf('pm_bank'));
    expect(charge).toMatchObject({ state: 'needs_action', clientSecret: expect.stringMatching(/^pi_.*_secret_/) });
    server.passBank(paymentId, false);
    expect(await gateway.find(key)).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test('that the bank refuses is declined when it is asked for again, and takes no other card', async () => {
    await gateway.authorize(orderOf('pm_bank'));
    server.passBank(paymentId, false);
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test.each(['pm_declined', 'pm_unheard_of'])('that %s is refused for is cancelled', async (token) => {
    expect(await gateway.authorize(orderOf(token))).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test('that Stripe refuses to make is declined, and there is nothing to release', async () => {
    key = { ...key, amountCents: 100_000_000 };
    expect(await gateway.authorize(orderOf('pm_visa'))).toMatchObject({ state: 'declined' });
    expect(await gateway.release(key)).toMatchObject({ state: 'none' });
  });
});

describe('an answer that is lost', () => {
  test.each(['create', 'confirm', 'capture'] as const)('at %s is asked for once more', async (step) => {
    server.once(step, { how: 'lost' });
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    expect(await gateway.capture({ ...key, reference })).toMatchObject({ state: 'captured' });
    expect(statuses()).toEqual(['succeeded']);
  });

  test.each(['create', 'confirm'] as const)('again and again at %s is no answer, and is found later', async (step) => {
    server.once(step, { how: 'lost' }, 2);
    await expect(gateway.authorize(orderOf('pm_visa'))).rejects.toThrow(GatewayTimeout);
    expect(await gateway.find(key)).toMatchObject({ state: step === 'create' ? 'none' : 'authorised' });
    expect(intents()).toHaveLength(1);
  });

  test('at capture is found as taken', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    server.once('capture', { how: 'lost' }, 2);
    await expect(gateway.capture({ ...key, reference })).rejects.toThrow(GatewayTimeout);
    expect(await gateway.find({ ...key, reference })).toMatchObject({ state: 'captured' });
  });

  test('at refund gives back once', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    await gateway.capture({ ...key, reference });
    server.once('refund', { how: 'lost' }, 2);
    const refund = { ...key, reference, refundCents: 277_500, attempt: 1 };
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayTimeout);
    await gateway.refund(refund);
    expect(intents()).toMatchObject([{ refunded: 277_500 }]);
    expect(await gateway.find({ ...key, reference })).toMatchObject({ state: 'refunded' });
  });

  test('at refund gives back once a day later too', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    await gateway.capture({ ...key, reference });
    const refund = { ...key, reference, refundCents: 100_000, attempt: 1 };
    server.once('refund', { how: 'lost' }, 2);
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayTimeout);
    server.forgetKeys();
    await gateway.refund(refund);
    expect(intents()).toMatchObject([{ refunded: 100_000 }]);
  });

  test("because of a server's error does not keep the money from being taken later", async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    server.once('capture', { how: 'broken' });
    await expect(gateway.capture({ ...key, reference })).rejects.toThrow(GatewayTimeout);
    expect(await gateway.capture({ ...key, reference })).toMatchObject({ state: 'captured' });
  });

  test('is waited for only so long, and what comes of it later is cancelled', async () => {
    const confirmed = () => server.asked.filter((step) => step === 'confirm').length;
    const before = confirmed();
    server.once('create', { how: 'late', ms: 300 });
    const patient = circuitBreakerGateway(gateway, { ...TIMEOUTS, timeoutMs: 100, restMs: 0 });
    await expect(patient.authorize(orderOf('pm_visa'))).rejects.toThrow(GatewayTimeout);
    expect(await gateway.release(key)).toMatchObject({ state: 'voided' });
    await expect.poll(confirmed).toBe(before + 1);
    expect(statuses()).toEqual(['canceled']);
  });
});

describe('a refund', () => {
  const captured = async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    await gateway.capture({ ...key, reference });
    return { ...key, reference, refundCents: 100_000, attempt: 1 };
  };

  test('that somebody else made is not taken for ours', async () => {
    const refund = await captured();
    server.refundByHand(paymentId, 50_000);
    expect(await gateway.refund(refund)).toMatchObject({ state: 'done' });
    expect(intents()).toMatchObject([{ refunded: 150_000 }]);
    const told = [
      { cents: 100_000, attempt: 1, state: 'done' },
      { cents: 50_000, attempt: null, state: 'done' },
    ];
    expect(await gateway.refunds(refund)).toMatchObject(told);
  });

  test('that came back is told as failed, and made anew as another attempt', async () => {
    const refund = await captured();
    await gateway.refund(refund);
    server.endRefund(paymentId, 'failed');
    expect(await gateway.refund(refund)).toMatchObject({ state: 'failed', failure: 'expired_or_canceled_card' });
    expect(await gateway.refund({ ...refund, attempt: 2 })).toMatchObject({ state: 'done' });
    expect(intents()).toMatchObject([{ refunded: 100_000 }]);
  });

  test('that Stripe refuses has failed', async () => {
    const refund = await captured();
    server.refundByHand(paymentId, 277_500);
    expect(await gateway.refund(refund)).toEqual({ state: 'failed', failure: 'refused' });
  });

  test.each(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'])(
    'is told of by %s',
    async (type) => {
      const { reference } = await captured();
      server.refundByHand(paymentId, 100);
      const { body, headers } = server.refundMessage(type, paymentId);
      expect(gateway.readMessage(Buffer.from(body), headers)).toMatchObject({
        paymentId: null,
        reference,
        about: 'refunds',
      });
    },
  );
});

describe('a release', () => {
  test('gives back what is reserved', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    expect(await gateway.release({ ...key, reference })).toMatchObject({ state: 'voided' });
    expect(await gateway.release({ ...key, reference })).toMatchObject({ state: 'voided' });
  });

  test('of a charge that never arrived keeps it from being made afterwards', async () => {
    server.once('create', { how: 'unheard' }, 2);
    await expect(gateway.authorize(orderOf('pm_visa'))).rejects.toThrow(GatewayTimeout);
    expect(intents()).toEqual([]);
    expect(await gateway.release(key)).toMatchObject({ state: 'voided' });
    expect(await gateway.authorize(orderOf('pm_visa'))).toMatchObject({ state: 'voided' });
    expect(statuses()).toEqual(['canceled']);
  });
});

describe('a message', () => {
  const read = ({ body, headers }: ReturnType<StripeServer['message']>) =>
    gateway.readMessage(Buffer.from(body), headers);

  test.each(['amount_capturable_updated', 'payment_failed', 'canceled', 'succeeded'])(
    'of %s names its payment',
    (kind) => {
      const message = server.message(`payment_intent.${kind}`, 7, { id: 'evt_7' });
      expect(read(message)).toEqual({ id: 'evt_7', paymentId: 7, reference: 'pi_1', about: 'charge' });
    },
  );

  test('about anything else tells nothing of ours', () => {
    expect(read(server.message('customer.created', 7))).toBeNull();
    expect(read(server.message('payment_intent.succeeded', "7'; --"))).toMatchObject({ paymentId: null });
  });

  test('that is forged, changed or old is refused', () => {
    const genuine = server.message('payment_intent.succeeded', 7);
    const changed = { ...genuine, body: genuine.body.replace('"7"', '"8"') };
    const forged = server.message('payment_intent.succeeded', 7, { secret: 'whsec_of_another' });
    const old = server.message('payment_intent.succeeded', 7, { agoS: 301 });
    const unsigned = { ...genuine, headers: {} as typeof genuine.headers };
    for (const message of [changed, forged, old, unsigned]) expect(() => read(message)).toThrow(ForgedMessage);
  });
});
