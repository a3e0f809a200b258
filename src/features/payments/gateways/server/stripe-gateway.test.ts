import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { STRIPE_KEYS, StripeServer } from '../../../../../tests/support/payments/stripe-server.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { BREAKER_DEFAULTS, circuitBreakerGateway } from './circuit-breaker-gateway.ts';
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
  instrument: { kind: 'token', token },
});
const intents = () => server.ofPayment(paymentId);
const statuses = () => intents().map(({ status }) => status);

beforeEach(() => {
  key = { paymentId: ++paymentId, method: 'credit_card', reference: null, amountCents: 277_500, createdAt: testNow() };
});

describe('a charge', () => {
  test('is authorized, captured once and refunded once when calls are repeated', async () => {
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

  test('is reused by a second authorization, which returns its current state', async () => {
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'needs_action' });
    server.passBank(paymentId, true);
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'authorised' });
    expect(statuses()).toEqual(['requires_capture']);
  });

  test('gets a second intent for the same payment id with another creation time', async () => {
    await gateway.authorize(orderOf('pm_visa'));
    await gateway.authorize({ ...orderOf('pm_visa'), createdAt: new Date(0) });
    expect(intents()).toHaveLength(2);
  });

  test('needs action with a client secret while the bank asks, and is declined after the bank refuses', async () => {
    const charge = await gateway.authorize(orderOf('pm_bank'));
    expect(charge).toMatchObject({ state: 'needs_action', clientSecret: expect.stringMatching(/^pi_.*_secret_/) });
    server.passBank(paymentId, false);
    expect(await gateway.find(key)).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test('that the bank refused is declined again and canceled', async () => {
    await gateway.authorize(orderOf('pm_bank'));
    server.passBank(paymentId, false);
    expect(await gateway.authorize(orderOf('pm_bank'))).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test.each(['pm_declined', 'pm_unheard_of'])('with %s is declined and canceled', async (token) => {
    expect(await gateway.authorize(orderOf(token))).toMatchObject({ state: 'declined' });
    expect(statuses()).toEqual(['canceled']);
  });

  test('that Stripe rejects is declined and leaves nothing to release', async () => {
    key = { ...key, amountCents: 100_000_000 };
    expect(await gateway.authorize(orderOf('pm_visa'))).toMatchObject({ state: 'declined' });
    expect(await gateway.release(key)).toMatchObject({ state: 'none' });
  });
});

describe('a lost response', () => {
  test.each(['create', 'confirm', 'capture'] as const)('to %s is retried once', async (step) => {
    server.once(step, { how: 'lost' });
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    expect(await gateway.capture({ ...key, reference })).toMatchObject({ state: 'captured' });
    expect(statuses()).toEqual(['succeeded']);
  });

  test.each(['create', 'confirm'] as const)(
    'to both tries of %s throws GatewayTimeout; find returns the charge',
    async (step) => {
      server.once(step, { how: 'lost' }, 2);
      await expect(gateway.authorize(orderOf('pm_visa'))).rejects.toThrow(GatewayTimeout);
      expect(await gateway.find(key)).toMatchObject({ state: step === 'create' ? 'none' : 'authorised' });
      expect(intents()).toHaveLength(1);
    },
  );

  test('to both tries of capture throws GatewayTimeout; find returns captured', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    server.once('capture', { how: 'lost' }, 2);
    await expect(gateway.capture({ ...key, reference })).rejects.toThrow(GatewayTimeout);
    expect(await gateway.find({ ...key, reference })).toMatchObject({ state: 'captured' });
  });

  test('to a refund does not refund twice when the refund is repeated', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    await gateway.capture({ ...key, reference });
    server.once('refund', { how: 'lost' }, 2);
    const refund = { ...key, reference, refundCents: 277_500, attempt: 1 };
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayTimeout);
    await gateway.refund(refund);
    expect(intents()).toMatchObject([{ refunded: 277_500 }]);
    expect(await gateway.find({ ...key, reference })).toMatchObject({ state: 'refunded' });
  });

  test('to a refund does not refund twice after Stripe has forgotten the idempotency key', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    await gateway.capture({ ...key, reference });
    const refund = { ...key, reference, refundCents: 100_000, attempt: 1 };
    server.once('refund', { how: 'lost' }, 2);
    await expect(gateway.refund(refund)).rejects.toThrow(GatewayTimeout);
    server.forgetKeys();
    await gateway.refund(refund);
    expect(intents()).toMatchObject([{ refunded: 100_000 }]);
  });

  test('to a capture with a server error does not prevent a later capture', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    server.once('capture', { how: 'broken' });
    await expect(gateway.capture({ ...key, reference })).rejects.toThrow(GatewayTimeout);
    expect(await gateway.capture({ ...key, reference })).toMatchObject({ state: 'captured' });
  });

  test('times out at the circuit breaker, and the late intent is canceled', async () => {
    const confirmed = () => server.requests.filter((step) => step === 'confirm').length;
    const before = confirmed();
    server.once('create', { how: 'late', ms: 300 });
    const breaker = circuitBreakerGateway(gateway, { ...BREAKER_DEFAULTS, timeoutMs: 100, openMs: 0 });
    await expect(breaker.authorize(orderOf('pm_visa'))).rejects.toThrow(GatewayTimeout);
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

  test('made at the provider has a null attempt and does not count as ours', async () => {
    const refund = await captured();
    server.refundInDashboard(paymentId, 50_000);
    expect(await gateway.refund(refund)).toMatchObject({ state: 'done' });
    expect(intents()).toMatchObject([{ refunded: 150_000 }]);
    const expected = [
      { cents: 100_000, attempt: 1, state: 'done' },
      { cents: 50_000, attempt: null, state: 'done' },
    ];
    expect(await gateway.refunds(refund)).toMatchObject(expected);
  });

  test('that fails later is reported as failed and can be repeated as another attempt', async () => {
    const refund = await captured();
    await gateway.refund(refund);
    server.endRefund(paymentId, 'failed');
    expect(await gateway.refund(refund)).toMatchObject({ state: 'failed', failure: 'expired_or_canceled_card' });
    expect(await gateway.refund({ ...refund, attempt: 2 })).toMatchObject({ state: 'done' });
    expect(intents()).toMatchObject([{ refunded: 100_000 }]);
  });

  test('that Stripe rejects has failed', async () => {
    const refund = await captured();
    server.refundInDashboard(paymentId, 277_500);
    expect(await gateway.refund(refund)).toEqual({ state: 'failed', failure: 'refused' });
  });

  test.each(['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'])(
    'is announced by %s with the reference of its intent',
    async (type) => {
      const { reference } = await captured();
      server.refundInDashboard(paymentId, 100);
      const { body, headers } = server.refundMessage(type, paymentId);
      expect(gateway.readMessage(Buffer.from(body), headers)).toMatchObject({
        paymentId: null,
        reference,
        topic: 'refunds',
      });
    },
  );
});

describe('a release', () => {
  test('voids an authorized charge, also when repeated', async () => {
    const { reference } = await gateway.authorize(orderOf('pm_visa'));
    expect(await gateway.release({ ...key, reference })).toMatchObject({ state: 'voided' });
    expect(await gateway.release({ ...key, reference })).toMatchObject({ state: 'voided' });
  });

  test('of a charge that never arrived prevents a later authorization', async () => {
    server.once('create', { how: 'unreached' }, 2);
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
    'payment_intent.%s returns its payment and intent',
    (kind) => {
      const message = server.message(`payment_intent.${kind}`, 7, { id: 'evt_7' });
      expect(read(message)).toEqual({ id: 'evt_7', paymentId: 7, reference: 'pi_1', topic: 'charge' });
    },
  );

  test('returns null for other events, and no payment id for invalid metadata', () => {
    expect(read(server.message('customer.created', 7))).toBeNull();
    expect(read(server.message('payment_intent.succeeded', "7'; --"))).toMatchObject({ paymentId: null });
  });

  test('that is forged, changed, unsigned or older than 300 seconds throws ForgedMessage', () => {
    const genuine = server.message('payment_intent.succeeded', 7);
    const changed = { ...genuine, body: genuine.body.replace('"7"', '"8"') };
    const forged = server.message('payment_intent.succeeded', 7, { secret: 'whsec_of_another' });
    const old = server.message('payment_intent.succeeded', 7, { agoS: 301 });
    const unsigned = { ...genuine, headers: {} as typeof genuine.headers };
    for (const message of [changed, forged, old, unsigned]) expect(() => read(message)).toThrow(ForgedMessage);
  });
});
