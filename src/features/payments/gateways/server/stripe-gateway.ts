import Stripe from 'stripe';
import type { StripeAccess } from '#lib/server/config/config.ts';
import type { Charge, GatewayDispute, GatewayMessage } from '../model/charge.ts';
import {
  type ChargeKey,
  ForgedMessage,
  type GatewayRefund,
  GatewayTimeout,
  type Order,
  type PaymentGateway,
} from './payment-gateway.ts';

/** Fits one retry of a broken connection into the circuit breaker's 10 seconds. */
const CONNECTION = { timeout: 8_000, maxNetworkRetries: 1, telemetry: false };
const MAX_MESSAGE_AGE_S = 300;
const CARD = { expand: ['latest_charge'] };
/** The events that concern our payments; all others are ignored. */
const TOPICS: Record<string, GatewayMessage['topic']> = {
  'payment_intent.amount_capturable_updated': 'charge',
  'payment_intent.payment_failed': 'charge',
  'payment_intent.canceled': 'charge',
  'payment_intent.succeeded': 'charge',
  'charge.refunded': 'refunds',
  'refund.created': 'refunds',
  'refund.updated': 'refunds',
  'refund.failed': 'refunds',
  'charge.dispute.created': 'disputes',
  'charge.dispute.updated': 'disputes',
  'charge.dispute.funds_withdrawn': 'disputes',
  'charge.dispute.funds_reinstated': 'disputes',
  'charge.dispute.closed': 'disputes',
};

type Intent = Stripe.PaymentIntent;

/**
 * Charges cards through Stripe. The intent is created with an idempotency key and confirmed with the card in a second
 * call.
 * A lost response charged nothing; the same key finds the intent for cancellation.
 * Only create, confirm and refund use keys. The intent's state already rejects a second capture or cancel, and a key
 * would
 * repeat a server error for a day.
 */
export function stripeGateway({ secretKey, webhookSecret, api }: StripeAccess): PaymentGateway {
  const stripe = new Stripe(secretKey, { ...CONNECTION, ...(api !== undefined && hostOf(api)) });

  /** Returns the intent of a payment and creates it if needed. Null if Stripe rejects it. */
  const findOrCreate = (key: ChargeKey) =>
    answered(
      stripe.paymentIntents.create(
        {
          amount: key.amountCents,
          currency: 'usd',
          capture_method: 'manual',
          allowed_payment_method_types: ['card'],
          metadata: { payment_id: String(key.paymentId) },
        },
        { idempotencyKey: `payment-${key.paymentId}-${key.createdAt.getTime()}` },
      ),
    );
  const retrieve = async (id: string): Promise<Intent> => {
    const intent = await answered(stripe.paymentIntents.retrieve(id, CARD));
    if (!intent) throw new GatewayTimeout(new Error(`Stripe does not know intent ${id}`));
    return intent;
  };
  const findIntent = async (key: ChargeKey): Promise<Intent | null> => {
    const id = key.reference ?? (await findOrCreate(key))?.id;
    return id === undefined ? null : retrieve(id);
  };
  const cancel = async (id: string): Promise<Charge> =>
    chargeOf((await answered(stripe.paymentIntents.cancel(id, CARD))) ?? (await retrieve(id)));
  /** Cancels the intent to block attempts with other cards. */
  const decline = async ({ id }: Intent): Promise<Charge> => {
    const charge = await cancel(id);
    return charge.state === 'voided' ? { ...charge, state: 'declined' } : charge;
  };
  const confirm = async ({ id }: Intent, token: string): Promise<Charge> => {
    const confirmed = await answered(
      stripe.paymentIntents.confirm(
        id,
        { payment_method: token, use_stripe_sdk: true, ...CARD },
        { idempotencyKey: `confirm-${id}` },
      ),
    );
    const intent = confirmed ?? (await retrieve(id));
    return waitsForCard(intent) ? decline(intent) : chargeOf(intent);
  };
  const refundsOf = async (intent: string): Promise<GatewayRefund[]> => {
    const list = await answered(stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    if (!list) throw new GatewayTimeout(new Error(`Stripe does not list the refunds of intent ${intent}`));
    return list.data.map(refundOf);
  };

  return {
    name: 'stripe',
    holdsCards: true,
    async authorize(order) {
      const token = tokenOf(order);
      const created = await findOrCreate(order);
      if (!created) return { ...NO_CHARGE, state: 'declined' };
      const intent = isReplayed(created) ? await retrieve(created.id) : created;
      if (!waitsForCard(intent)) return chargeOf(intent);
      return intent.last_payment_error ? decline(intent) : confirm(intent, token);
    },
    async find(key) {
      const intent = await findIntent(key);
      if (!intent) return NO_CHARGE;
      return waitsForCard(intent) && intent.last_payment_error ? decline(intent) : chargeOf(intent);
    },
    async capture(key) {
      const intent = await findIntent(key);
      if (intent?.status !== 'requires_capture') return intent ? chargeOf(intent) : NO_CHARGE;
      const taken = { amount_to_capture: key.amountCents, ...CARD };
      return chargeOf((await answered(stripe.paymentIntents.capture(intent.id, taken))) ?? (await retrieve(intent.id)));
    },
    async release(key) {
      const intent = await findIntent(key);
      if (!intent) return NO_CHARGE;
      return intent.status === 'canceled' ? chargeOf(intent) : cancel(intent.id);
    },
    async refund({ refundCents, attempt, ...key }) {
      const intent = await findIntent(key);
      if (!intent) throw new GatewayTimeout(new Error(`nothing to refund for payment ${key.paymentId}`));
      const existing = (await refundsOf(intent.id)).find((refund) => refund.attempt === attempt);
      if (existing) return existing;
      const metadata = { payment_id: String(key.paymentId), attempt: String(attempt) };
      const refund = { payment_intent: intent.id, amount: refundCents, metadata };
      const idempotencyKey = `refund-${intent.id}-${attempt}`;
      const created = await answered(stripe.refunds.create(refund, { idempotencyKey }));
      return created ? refundOf(created) : { state: 'failed', failure: 'refused' };
    },
    async refunds(key) {
      const intent = await findIntent(key);
      return intent ? refundsOf(intent.id) : [];
    },
    async disputes(key) {
      const intent = await findIntent(key);
      if (!intent) return [];
      const list = await answered(stripe.disputes.list({ payment_intent: intent.id, limit: 100 }));
      if (!list) throw new GatewayTimeout(new Error(`Stripe does not list the disputes of intent ${intent.id}`));
      return list.data.map(disputeOf);
    },
    readMessage(body, headers) {
      const event = verifiedEvent(stripe, body, headers, webhookSecret);
      const topic = TOPICS[event.type];
      const [paymentId, reference] = [paymentIdOf(event.data.object), referenceOf(event.data.object)];
      if (topic === undefined || (paymentId === null && reference === null)) return null;
      return { id: event.id, paymentId, reference, topic };
    },
  };
}

const NO_CHARGE: Charge = { state: 'none', reference: null, cardBrand: null, cardLast4: null };

/**
 * Returns Stripe's response, or null if Stripe rejects the call and has done nothing. Throws `GatewayTimeout` for any
 * other error.
 */
async function answered<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
    if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError) return null;
    throw new GatewayTimeout(error);
  }
}

/** A replayed response shows the intent at the time of the first call. */
const isReplayed = ({ lastResponse }: Stripe.Response<Intent>) =>
  lastResponse.headers['idempotent-replayed'] === 'true';

const waitsForCard = ({ status }: Intent) => status === 'requires_payment_method' || status === 'requires_confirmation';

function tokenOf({ instrument }: Order): string {
  if (instrument.kind !== 'token') throw new Error('Stripe payments need a Stripe token');
  return instrument.token;
}

function chargeOf(intent: Intent): Charge {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const card = charge?.payment_method_details?.card;
  const known = { reference: intent.id, cardBrand: brandOf(card?.brand), cardLast4: card?.last4 ?? null };
  switch (intent.status) {
    case 'requires_action':
      return { ...known, state: 'needs_action', ...(intent.client_secret && { clientSecret: intent.client_secret }) };
    case 'requires_capture':
      return { ...known, state: 'authorised' };
    case 'succeeded':
      return { ...known, state: charge?.refunded ? 'refunded' : 'captured' };
    case 'canceled':
      return { ...known, state: 'voided' };
    case 'processing':
      throw new GatewayTimeout(new Error('Stripe has not decided yet'));
    default:
      return { ...known, state: 'none' };
  }
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  discover: 'Discover',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
};

const brandOf = (brand: string | null | undefined): string | null => (brand ? (BRANDS[brand] ?? 'Card') : null);

function verifiedEvent(stripe: Stripe, body: Buffer, headers: Record<string, unknown>, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, String(headers['stripe-signature'] ?? ''), secret, MAX_MESSAGE_AGE_S);
  } catch (error) {
    throw new ForgedMessage((error as Error).message);
  }
}

function paymentIdOf(subject: object): number | null {
  const { metadata } = subject as { metadata?: Record<string, string> };
  const id = metadata?.payment_id ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

/** Returns the intent id of an event about an intent, a charge or a refund. */
function referenceOf(subject: object): string | null {
  const { object, id, payment_intent: intent } = subject as { object?: string; id?: unknown; payment_intent?: unknown };
  const reference = object === 'payment_intent' ? id : intent;
  return typeof reference === 'string' ? reference : null;
}

const REFUND_STATES: Record<string, GatewayRefund['state']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

function refundOf({ id, amount, status, failure_reason: why, metadata }: Stripe.Refund): GatewayRefund {
  const state = REFUND_STATES[status ?? ''] ?? 'pending';
  const attempt = Number(metadata?.attempt);
  return {
    reference: id,
    cents: amount,
    attempt: Number.isInteger(attempt) && attempt > 0 ? attempt : null,
    state,
    failure: state === 'failed' ? (why ?? status) : null,
  };
}

const DISPUTE_STATES: Partial<Record<Stripe.Dispute.Status, GatewayDispute['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
};

/** The amount of a balance transaction is what moved, and its fee comes on top. */
function disputeOf(dispute: Stripe.Dispute): GatewayDispute {
  const { id, amount, status, balance_transactions: transactions, evidence_details: evidence } = dispute;
  return {
    reference: id,
    state: DISPUTE_STATES[status] ?? 'open',
    cents: amount,
    // Stripe also says 0 where the bank takes no answer.
    evidenceDueAt: evidence.due_by ? new Date(evidence.due_by * 1_000) : null,
    movements: transactions.map((each) => ({ reference: each.id, cents: each.amount, feeCents: each.fee })),
  };
}

function hostOf(api: string) {
  const { protocol, hostname, port } = new URL(api);
  return {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  };
}

/** The origins that Stripe's card fields and the 3-D Secure dialog need in the Content-Security-Policy. */
export const CARD_FIELD_ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
