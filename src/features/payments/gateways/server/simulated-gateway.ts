import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Charge, GatewayMessage } from '../model/charge.ts';
import { ForgedMessage, type Instrument, type Order, type PaymentGateway } from './payment-gateway.ts';
import {
  disputesOf,
  findCharge,
  insertCharge,
  insertDispute,
  refundCharge,
  transitionCharge,
} from './simulated-charge-store.ts';

const MAX_MESSAGE_AGE_S = 300;
/** Longer than the circuit breaker's timeout. */
const LATE_MS = 12_000;

type Simulation = {
  db: Queryable;
  delayMs: number;
  /** Posts a signed webhook message to this site. */
  send(body: string, headers: Record<string, string>): Promise<unknown>;
};

/** Simulates a provider. Charges are stored in tables, so they survive restarts like a real provider's. */
export function simulatedGateway({ db, delayMs, send }: Simulation): PaymentGateway {
  const secret = randomBytes(32);
  const sign = (time: string, body: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const sendMessages = (
    paymentId: number,
    behavior: CardBehavior | null,
    topic: GatewayMessage['topic'] = 'charge',
  ) => {
    const messages = [`authorised`, `captured`].map((kind) =>
      JSON.stringify({ id: `${kind}-${paymentId}`, paymentId }),
    );
    const ordered =
      behavior === 'odd messages'
        ? [...messages.reverse(), ...messages]
        : [JSON.stringify({ id: randomUUID(), paymentId, topic })];
    for (const body of ordered) {
      const time = String(Math.floor(Date.now() / 1_000));
      send(body, { 'x-gateway-time': time, 'x-gateway-signature': sign(time, body) }).catch(() => {});
    }
  };
  return {
    name: 'simulated',
    holdsCards: true,
    async authorize(order) {
      const behavior = behaviorOf(order.instrument);
      await wait(behavior === 'late answer' ? LATE_MS : delayMs);
      const state = behavior === 'declined' ? 'declined' : 'authorised';
      const charge = await insertCharge(db, keyOf(order), order.amountCents, state, maskedCard(order));
      sendMessages(order.paymentId, behavior);
      if (behavior === 'lost answer') await never();
      return charge;
    },
    find: async (key) => (await findCharge(db, keyOf(key))) ?? NO_CHARGE,
    async capture(key) {
      const charge = await transitionCharge(db, keyOf(key), 'authorised', 'captured', key.amountCents);
      if (charge?.cardLast4 === LOSES_CAPTURE) await wait(LATE_MS);
      const dispute = DISPUTED[charge?.cardLast4 ?? ''];
      if (dispute) {
        await insertDispute(db, keyOf(key), dispute);
        sendMessages(key.paymentId, null, 'disputes');
      }
      sendMessages(key.paymentId, null);
      return charge ?? NO_CHARGE;
    },
    async release(key) {
      await insertCharge(db, keyOf(key), 0, 'voided', null);
      return (await transitionCharge(db, keyOf(key), 'authorised', 'voided')) ?? NO_CHARGE;
    },
    async refund({ refundCents, attempt, ...key }) {
      const charge = await findCharge(db, keyOf(key));
      if (charge?.cardLast4 === FAILS_REFUND) return { state: 'failed', failure: 'expired_or_canceled_card' };
      return (await refundCharge(db, keyOf(key), attempt, refundCents))
        ? { state: 'done', failure: null }
        : { state: 'failed', failure: 'refused' };
    },
    refunds: async () => [],
    disputes: (key) => disputesOf(db, keyOf(key)),
    readMessage(body, headers) {
      const time = String(headers['x-gateway-time'] ?? '');
      const received = Buffer.from(String(headers['x-gateway-signature'] ?? ''), 'hex');
      const expected = Buffer.from(sign(time, body.toString('utf8')), 'hex');
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
        throw new ForgedMessage('wrong signature');
      if (Math.abs(Date.now() / 1_000 - Number(time)) > MAX_MESSAGE_AGE_S) throw new ForgedMessage('too old');
      const { id, paymentId, topic = 'charge' } = JSON.parse(body.toString('utf8'));
      return { id, paymentId, reference: null, topic };
    },
  };
}

const NO_CHARGE: Charge = { state: 'none', reference: null, cardBrand: null, cardLast4: null };
/** Last digits of the test card whose capture response arrives too late. */
const LOSES_CAPTURE = '0341';
/** Last digits of the test cards whose payments are disputed, or asked about. */
const DISPUTED: Record<string, 'open' | 'inquiry'> = { '2685': 'open', '1976': 'inquiry' };
/** Last digits of the test card whose refunds fail. */
const FAILS_REFUND = '0580';

const keyOf = ({ paymentId }: { paymentId: number }) => `payment-${paymentId}`;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
const never = () => new Promise<never>(() => {});

function maskedCard({ instrument }: Order): { brand: string; last4: string } | null {
  return isCard(instrument) ? { brand: cardBrand(instrument.number), last4: instrument.number.slice(-4) } : null;
}

const isCard = (instrument: Instrument) => instrument.kind === 'card';

const BRANDS: [brand: string, prefix: RegExp][] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ['UnionPay', /^62/],
  ['Verve', /^(506[01]|650[0-2])/],
  ['Discover', /^(6011|65|64[4-9])/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['RuPay', /^(60|81|82|508)/],
];

/** Detects the card scheme from the ISO/IEC 7812 ranges that the schemes publish. */
function cardBrand(number: string): string {
  return BRANDS.find(([, prefix]) => prefix.test(number))?.[0] ?? 'Card';
}

/** A deviation from normal approval that a test card or name triggers. */
type CardBehavior = 'declined' | 'lost answer' | 'late answer' | 'lost capture' | 'failed refund' | 'odd messages';

/** Cards not listed here are approved. Keep in step with the list in the README. */
const TEST_CARDS: Record<string, CardBehavior> = {
  '4000000000000002': 'declined',
  '4000000000000119': 'lost answer',
  '4000000000000259': 'late answer',
  '4000000000000341': 'lost capture',
  '4000000000000580': 'failed refund',
  '4000000000000499': 'odd messages',
};

/** The part before the @ of a PayPal address or UPI id: declined@…, lost@…, late@… */
const TEST_NAMES: Record<string, CardBehavior> = { declined: 'declined', lost: 'lost answer', late: 'late answer' };

function behaviorOf(instrument: Instrument): CardBehavior | null {
  if (instrument.kind === 'card') return TEST_CARDS[instrument.number] ?? null;
  if (instrument.kind === 'token') return null;
  const address = instrument.kind === 'paypal' ? instrument.email : instrument.id;
  return TEST_NAMES[address.split('@')[0]?.toLowerCase() ?? ''] ?? null;
}
