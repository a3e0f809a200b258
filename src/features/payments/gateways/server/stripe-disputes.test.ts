import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { movement, type StripeDispute, stripeDispute } from '../../../../../tests/support/payments/stripe-disputes.ts';
import { STRIPE_KEYS, StripeServer } from '../../../../../tests/support/payments/stripe-server.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { type ChargeKey, GatewayTimeout } from './payment-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

const AMOUNT = 277_500;
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
let key: ChargeKey & { reference: string };

beforeEach(async () => {
  const made = { paymentId: ++paymentId, method: 'credit_card' as const, amountCents: AMOUNT, createdAt: testNow() };
  const order = { ...made, reference: null, currency: 'USD', instrument: { kind: 'token' as const, token: 'pm_visa' } };
  const { reference } = await gateway.authorize(order);
  key = { ...made, reference: reference! };
  await gateway.capture(key);
});

function dispute(...[amount = AMOUNT, kind]: [number?, ('chargeback' | 'inquiry')?]): StripeDispute {
  const opened = stripeDispute(key.reference, amount, kind);
  server.disputes.push(opened);
  return opened;
}

describe('a dispute', () => {
  test('has the withdrawal and its fee as one movement, and the deadline for evidence', async () => {
    const { id, balance_transactions: moved } = dispute();
    expect(await gateway.disputes(key)).toEqual([
      {
        reference: id,
        state: 'open',
        cents: AMOUNT,
        evidenceDueAt: new Date('2026-10-05T14:13:20Z'),
        movements: [{ reference: moved[0]!.id, cents: -AMOUNT, feeCents: 1_500 }],
      },
    ]);
  });

  test('over a part of the charge has the disputed amount', async () => {
    dispute(100_000);
    expect(await gateway.disputes(key)).toMatchObject([{ cents: 100_000, movements: [{ cents: -100_000 }] }]);
  });

  test('that was won has two movements: the amount is returned, the fee is not', async () => {
    const { id, balance_transactions: moved } = dispute();
    Object.assign(server.disputes.at(-1)!, { status: 'won' });
    moved.push(movement(id, AMOUNT, 0));
    const [won] = await gateway.disputes(key);
    expect(won).toMatchObject({ state: 'won', movements: [{ cents: -AMOUNT }, { cents: AMOUNT, feeCents: 0 }] });
  });

  test('whose fee is refunded has a negative fee', async () => {
    const { id, balance_transactions: moved } = dispute();
    moved.push(movement(id, AMOUNT, -1_500));
    expect((await gateway.disputes(key))[0]!.movements[1]).toMatchObject({ cents: AMOUNT, feeCents: -1_500 });
  });

  test('that was lost before anything moved has no movements', async () => {
    const lost = dispute();
    Object.assign(lost, { status: 'lost', balance_transactions: [] });
    expect(await gateway.disputes(key)).toMatchObject([{ state: 'lost', movements: [] }]);
  });

  test('that is an inquiry has moved nothing', async () => {
    dispute(AMOUNT, 'inquiry');
    expect(await gateway.disputes(key)).toMatchObject([{ state: 'inquiry', movements: [] }]);
  });

  test.each([
    ['warning_needs_response', 'inquiry'],
    ['warning_under_review', 'inquiry'],
    ['warning_closed', 'won'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['prevented', 'won'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['a status of tomorrow', 'open'],
  ])('with status %s is %s', async (status, state) => {
    dispute().status = status;
    expect(await gateway.disputes(key)).toMatchObject([{ state }]);
  });

  test.each([null, 0])('with the deadline %s has none', async (due) => {
    dispute().evidence_details.due_by = due;
    expect(await gateway.disputes(key)).toMatchObject([{ evidenceDueAt: null }]);
  });

  test('of another charge is not returned', async () => {
    dispute().payment_intent = 'pi_of_another';
    expect(await gateway.disputes(key)).toEqual([]);
  });
});

test('a charge that was never made has no disputes', async () => {
  expect(await gateway.disputes({ ...key, reference: null, paymentId: 999, amountCents: 100_000_000 })).toEqual([]);
});

test('throws GatewayTimeout while Stripe does not answer, instead of reporting that there are none', async () => {
  dispute();
  server.once('disputes', { how: 'broken' });
  await expect(gateway.disputes(key)).rejects.toThrow(GatewayTimeout);
});

test.each(['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'])(
  'charge.dispute.%s is announced with the reference of its intent',
  (kind) => {
    const { body, headers } = server.disputeMessage(`charge.dispute.${kind}`, dispute());
    expect(gateway.readMessage(Buffer.from(body), headers)).toMatchObject({
      paymentId: null,
      reference: key.reference,
      topic: 'disputes',
    });
  },
);
