import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testNow } from '../runner/test-clock.ts';
import type { StripeDispute } from './stripe-disputes.ts';

export const STRIPE_KEYS = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_of_ours',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_ours',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_ours',
};

type Step = 'create' | 'confirm' | 'capture' | 'cancel' | 'retrieve' | 'refund' | 'refunds' | 'disputes';
type Failure = { how: 'unreached' | 'lost' | 'broken' } | { how: 'late'; ms: number };
type Intent = {
  id: string;
  amount: number;
  status: string;
  paymentId: string;
  failed: boolean;
  last4: string | null;
  refunded: number;
};
type Refund = {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  status: string;
  failure_reason: string | null;
  metadata: Record<string, string>;
};
type Answer = { status: number; body: object };

const refusal = (status: number, type: string, code: string): Answer => ({
  status,
  body: { error: { type, code, message: code } },
});

/** A fake Stripe API with the calls that the site uses. It stores charges in memory and can fail on request. */
export class StripeServer {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly disputes: StripeDispute[] = [];
  /** The steps requested so far, in order. */
  readonly requests: Step[] = [];
  readonly bodies: string[] = [];
  /** True if new refunds stay pending. */
  decidesLater = false;
  readonly #replies = new Map<string, { body: string; answer: Answer }>();
  readonly #failures: { step: Step; failure: Failure }[] = [];
  readonly #server = createServer((request, response) => void this.#handle(request, response));

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Makes the next requests of a step fail. `unreached`: disconnects before acting; `lost`: after acting; `broken`:
   * answers 500, also to repeats with the same key.
   */
  once(step: Step, failure: Failure, times = 1): void {
    for (let count = 0; count < times; count++) this.#failures.push({ step, failure });
  }

  ofPayment(paymentId: number): Intent[] {
    return [...this.intents.values()].filter((intent) => intent.paymentId === String(paymentId));
  }

  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#replies.clear();
  }

  /** Completes the bank's question. */
  passBank(paymentId: number, passed: boolean): void {
    for (const intent of this.ofPayment(paymentId)) {
      intent.status = passed ? 'requires_capture' : 'requires_payment_method';
      intent.failed = !passed;
    }
  }

  /** Makes a refund in Stripe's dashboard. */
  refundInDashboard(paymentId: number, cents: number): void {
    this.#addRefund(this.ofPayment(paymentId)[0]!, cents, {});
  }

  /** Completes the newest refund of a payment. */
  endRefund(paymentId: number, status: 'succeeded' | 'failed'): void {
    const intent = this.ofPayment(paymentId)[0]!;
    const refund = this.refunds.findLast(({ payment_intent }) => payment_intent === intent.id)!;
    if (status === 'failed') {
      intent.refunded -= refund.amount;
      refund.failure_reason = 'expired_or_canceled_card';
    }
    refund.status = status;
  }

  /** A signed message about the newest refund of a payment. It names only the intent. */
  refundMessage(type: string, paymentId: number) {
    const intent = this.ofPayment(paymentId)[0]!;
    return this.#signed(type, this.refunds.findLast(({ payment_intent }) => payment_intent === intent.id)!);
  }

  /** A signed message about a dispute, as Stripe sends it. */
  disputeMessage(type: string, dispute: StripeDispute) {
    return this.#signed(type, dispute);
  }

  /** A signed message about an intent. */
  message(type: string, paymentId: number | string, how: { id?: string; agoS?: number; secret?: string } = {}) {
    const metadata = { payment_id: String(paymentId) };
    return this.#signed(type, { id: 'pi_1', object: 'payment_intent', metadata }, how);
  }

  #signed(
    type: string,
    object: object,
    { id = `evt_${randomUUID()}`, agoS = 0, secret = STRIPE_KEYS.STRIPE_WEBHOOK_SECRET } = {},
  ) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } });
    const time = Math.floor(testNow().getTime() / 1_000) - agoS;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, , noun = '', id = '', verb = ''] = path.split('/');
    const step = stepOf(request.method ?? '', noun, id, verb);
    this.requests.push(step);
    this.bodies.push(body);
    const at = this.#failures.findIndex((planned) => planned.step === step);
    const failure = at < 0 ? null : this.#failures.splice(at, 1)[0]!.failure;
    if (failure?.how === 'unreached') return void request.socket.destroy();
    const key = String(request.headers['idempotency-key'] ?? '');
    const act = (): Answer => {
      if (request.headers.authorization !== `Bearer ${STRIPE_KEYS.STRIPE_SECRET_KEY}`) {
        return refusal(401, 'invalid_request_error', 'invalid_key');
      }
      if (failure?.how === 'broken') return refusal(500, 'api_error', 'broken');
      return this.#act(step, id, new URLSearchParams(request.method === 'GET' ? query : body));
    };
    const previous = key === '' ? undefined : this.#replies.get(key);
    const answer =
      previous === undefined
        ? act()
        : previous.body === body
          ? previous.answer
          : refusal(400, 'idempotency_error', 'key');
    if (key !== '' && previous === undefined) this.#replies.set(key, { body, answer });
    if (failure?.how === 'late') await new Promise((resolve) => setTimeout(resolve, failure.ms));
    if (failure?.how === 'lost') return void request.socket.destroy();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': `req_${randomUUID()}`,
      ...(previous && { 'idempotent-replayed': 'true' }),
      ...(answer.status === 500 && { 'stripe-should-retry': 'false' }),
    });
    response.end(JSON.stringify(answer.body));
  }

  #act(step: Step, id: string, form: URLSearchParams): Answer {
    if (step === 'create') return this.#create(form);
    if (step === 'refund') return this.#refund(form);
    if (step === 'refunds') return listOf('refunds', this.refunds, form);
    if (step === 'disputes') return listOf('disputes', this.disputes, form);
    const intent = this.intents.get(id);
    if (!intent) return refusal(404, 'invalid_request_error', 'resource_missing');
    if (step === 'confirm') return this.#confirm(intent, form.get('payment_method') ?? '');
    if (step === 'capture') return changeStatus(intent, ['requires_capture'], 'succeeded');
    if (step === 'cancel') return changeStatus(intent, CANCELLABLE, 'canceled');
    return intentResponse(intent);
  }

  #create(form: URLSearchParams): Answer {
    const amount = Number(form.get('amount'));
    if (form.get('capture_method') !== 'manual' || form.get('currency') !== 'usd') {
      return refusal(400, 'invalid_request_error', 'parameter_invalid');
    }
    if (amount > 99_999_999) return refusal(400, 'invalid_request_error', 'amount_too_large');
    const paymentId = form.get('metadata[payment_id]') ?? '';
    const intent = { id: `pi_${randomUUID()}`, amount, paymentId, failed: false, last4: null, refunded: 0 };
    this.intents.set(intent.id, { ...intent, status: 'requires_payment_method' });
    return intentResponse(this.intents.get(intent.id)!);
  }

  #confirm(intent: Intent, token: string): Answer {
    if (!CONFIRMABLE.includes(intent.status)) return refusal(400, 'invalid_request_error', 'unexpected_state');
    const last4 = TOKENS[token];
    if (last4 === undefined) return refusal(400, 'invalid_request_error', 'resource_missing');
    intent.last4 = last4;
    if (last4 === '0002') {
      intent.failed = true;
      return refusal(402, 'card_error', 'card_declined');
    }
    intent.status = last4 === '3155' ? 'requires_action' : 'requires_capture';
    return intentResponse(intent);
  }

  #refund(form: URLSearchParams): Answer {
    const intent = this.intents.get(form.get('payment_intent') ?? '');
    const amount = Number(form.get('amount'));
    if (intent?.status !== 'succeeded' || intent.refunded + amount > intent.amount) {
      return refusal(400, 'invalid_request_error', 'charge_already_refunded');
    }
    const names = ['payment_id', 'attempt'].map((name) => [name, form.get(`metadata[${name}]`) ?? '']);
    return { status: 200, body: this.#addRefund(intent, amount, Object.fromEntries(names)) };
  }

  #addRefund(intent: Intent, amount: number, metadata: Record<string, string>): Refund {
    intent.refunded += amount;
    const status = this.decidesLater ? 'pending' : 'succeeded';
    const known = { id: `re_${randomUUID()}`, object: 'refund', payment_intent: intent.id } as const;
    const refund: Refund = { ...known, amount, status, failure_reason: null, metadata };
    this.refunds.push(refund);
    return refund;
  }
}

/** Tokens of Stripe's card fields and the last digits of their cards. */
const TOKENS: Record<string, string> = { pm_visa: '4242', pm_declined: '0002', pm_bank: '3155' };
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation'];
const CANCELLABLE = [...CONFIRMABLE, 'requires_action', 'requires_capture'];

/** Objects of an intent, newest first. */
function listOf(noun: string, items: { payment_intent: string }[], form: URLSearchParams): Answer {
  const data = items.filter((item) => item.payment_intent === form.get('payment_intent')).toReversed();
  return { status: 200, body: { object: 'list', data, has_more: false, url: `/v1/${noun}` } };
}

function stepOf(method: string, noun: string, id: string, verb: string): Step {
  if (noun === 'disputes') return 'disputes';
  if (noun === 'refunds') return method === 'POST' ? 'refund' : 'refunds';
  if (verb !== '') return verb as Step;
  return id === '' ? 'create' : 'retrieve';
}

function changeStatus(intent: Intent, from: string[], to: string): Answer {
  if (!from.includes(intent.status)) return refusal(400, 'invalid_request_error', 'unexpected_state');
  intent.status = to;
  return intentResponse(intent);
}

function intentResponse({ id, amount, status, paymentId, failed, last4, refunded }: Intent): Answer {
  const card = { brand: 'visa', last4 };
  const charge = { id: 'ch_1', object: 'charge', refunded: refunded === amount, payment_method_details: { card } };
  const body = {
    id,
    object: 'payment_intent',
    amount,
    status,
    metadata: { payment_id: paymentId },
    client_secret: `${id}_secret_1`,
    latest_charge: last4 === null ? null : charge,
    last_payment_error: failed ? { type: 'card_error', code: 'card_declined' } : null,
  };
  return { status: 200, body };
}
