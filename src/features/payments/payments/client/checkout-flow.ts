import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { PayBody, PaymentResponse } from '../model/payment-contract.ts';
import { newTransactionId, type PendingPayment } from './pending-payment.ts';

export type CheckoutState =
  | { step: 'form'; refusal: string | null; fields: Record<string, string> }
  | { step: 'processing' }
  | { step: 'confirming'; pending: PendingPayment; unreachable: boolean }
  | { step: 'bank'; pending: PendingPayment; secret: string }
  | { step: 'finishing' }
  | { step: 'unfinished'; pending: PendingPayment; refusal: string }
  | { step: 'done'; paid: PaidBooking };

export type PaidBooking = Pick<PendingPayment, 'transactionId' | 'email' | 'period'> & {
  paidCents: number;
  orderId: number;
};

/** `payment`: the amount is taken. `hold`: it is only reserved, and words for payments would be wrong. */
export type CheckoutKind = 'payment' | 'hold';

type Order = Omit<PendingPayment, 'transactionId' | 'sentAt'>;
/** What a payment sends in addition to its transaction id. */
export type Sent = { formData: { token?: string | undefined } };
type BookingBody = Omit<PayBody, 'transaction_id'>;

export type CheckoutDeps<Body extends Sent> = {
  calls: {
    pay(body: Body & { transaction_id: string }): Promise<PaymentResponse>;
    /** Returns null if there is no such payment. */
    getStatus(transactionId: string): Promise<PaymentResponse | null>;
    markSold(): Promise<unknown>;
    /** Returns the order that the payment belongs to. */
    book(pending: PendingPayment): Promise<{ orderId: number }>;
  };
  store: { read(): PendingPayment | null; write(pending: PendingPayment | null): void };
  kind: CheckoutKind;
  t: Translator;
  /** Shows a message that must not be missed. */
  alert(message: string): void;
  /** Called when the car data on the page may be stale. */
  onStale(): void;
  /** Shows the bank's question to the buyer. */
  askBank(secret: string): Promise<void>;
  now(): number;
};

/** Statuses that prove that no payment was created. */
const REJECTED = new Set([400, 401, 402, 403, 404, 413, 415, 429]);
/** How long a request of another tab may be on its way. */
const IN_FLIGHT_MS = 10_000;
const RETRY_DELAYS_MS = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000];
/** How often calls 2 and 3 wait for another tab or a worker. */
const MAX_WAITS = 4;
/** Progress of payments that are, or may still become, a booking. */
const HELD = new Set<PaymentResponse['progress']>(['confirming', 'authorised', 'captured']);
const FORM: CheckoutState = { step: 'form', refusal: null, fields: {} };

type Follow = {
  /** Shown if there is no payment, with what is wrong with each input. */
  refusal: string | null;
  fields?: Record<string, string>;
  mayBeInFlight?: boolean;
};

/** Also true for a bank question that cannot be shown here: it is answered elsewhere, or the hold expires. */
function isUndecided({ progress, client_secret }: PaymentResponse): boolean {
  return progress === 'confirming' || (progress === 'needs_action' && !client_secret);
}

/**
 * A payment from the button to the booking, or to the order that it belongs to. It is stored before it is sent, and its outcome always comes from the
 * server, so it survives reloads and lost connections.
 */
export class CheckoutFlow<Body extends Sent = BookingBody> {
  readonly #deps: CheckoutDeps<Body>;
  readonly #listeners = new Set<() => void>();
  #state: CheckoutState = FORM;
  #body: Body | null = null;
  #hasLeft = false;
  #wake = () => {};

  constructor(deps: CheckoutDeps<Body>) {
    this.#deps = deps;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = () => this.#state;

  /** Continues a payment that was started before, here or in another tab. */
  resume(): Promise<void> {
    this.#hasLeft = false;
    const pending = this.#deps.store.read();
    if (!pending || this.#state.step !== 'form') return Promise.resolve();
    return this.#follow(pending, { refusal: null, mayBeInFlight: true });
  }

  /** Starts a payment, or continues the one that is under way. */
  async pay(order: Order, body: Body): Promise<void> {
    if (this.#state.step !== 'form') return;
    const { store, calls, now } = this.#deps;
    if (store.read()) return this.resume();
    const pending = { ...order, transactionId: newTransactionId(now()), sentAt: now() };
    store.write(pending);
    this.#set({ step: 'processing' });
    // Card data must not stay in memory; a provider's token is needed for the second call after the bank's question.
    this.#body = body.formData.token ? body : null;
    await this.#send(pending, () => calls.pay({ ...body, transaction_id: pending.transactionId }));
  }

  /** Shows the bank's question and then repeats the payment call or polls its outcome. */
  async answerBank(): Promise<void> {
    if (this.#state.step !== 'bank') return;
    const { pending, secret } = this.#state;
    const body = this.#body;
    this.#set({ step: 'processing' });
    await this.#deps.askBank(secret).catch(() => {});
    if (!body) return this.#follow(pending, { refusal: null });
    await this.#send(pending, () => this.#deps.calls.pay({ ...body, transaction_id: pending.transactionId }));
  }

  /** Polls immediately, or retries an unfinished booking. */
  readonly retry = (): void => {
    this.#wake();
    if (this.#state.step === 'unfinished') void this.#follow(this.#state.pending, { refusal: null });
  };

  /** Stops polling. */
  leave(): void {
    this.#hasLeft = true;
    this.#wake();
  }

  async #send(pending: PendingPayment, call: () => Promise<PaymentResponse>): Promise<void> {
    const { alert, kind, t } = this.#deps;
    let response: PaymentResponse;
    try {
      response = await call();
    } catch (error) {
      if (!isApiFailure(error)) {
        const refusal = t('checkout.unexpected');
        alert(refusal);
        return this.#follow(pending, { refusal });
      }
      const refusal = t(`checkout.${kind}.failed`, { error: error.message });
      alert(refusal);
      if (REJECTED.has(error.status)) return this.#reset(refusal, error.fields);
      return this.#follow(pending, { refusal, fields: error.fields });
    }
    await this.#proceed(pending, response);
  }

  /** Polls the payment until its outcome is known. */
  async #follow(pending: PendingPayment, { refusal, fields = {}, mayBeInFlight = false }: Follow): Promise<void> {
    const { calls, now } = this.#deps;
    for (let tries = 0; !this.#hasLeft; tries++) {
      let unreachable = false;
      if (tries === 0) this.#set({ step: 'confirming', pending, unreachable });
      try {
        const response = await calls.getStatus(pending.transactionId);
        if (response && !isUndecided(response)) return this.#proceed(pending, response);
        if (!response && !(mayBeInFlight && now() - pending.sentAt < IN_FLIGHT_MS)) return this.#reset(refusal, fields);
      } catch (error) {
        if (isApiFailure(error) && error.status === 401) return this.#deps.onStale();
        unreachable = true;
      }
      this.#set({ step: 'confirming', pending, unreachable });
      await this.#pause(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? 0);
    }
    this.#set(FORM);
  }

  async #proceed(pending: PendingPayment, response: PaymentResponse): Promise<void> {
    switch (response.progress) {
      case 'confirming':
        return this.#follow(pending, { refusal: null });
      case 'needs_action':
        if (!response.client_secret) return this.#follow(pending, { refusal: null });
        return this.#set({ step: 'bank', pending, secret: response.client_secret });
      case 'authorised':
      case 'captured':
        return this.#finish(pending);
      default: {
        const { alert, kind, t } = this.#deps;
        const refusal = t(`checkout.${kind}.failed`, { error: response.message });
        alert(refusal);
        return this.#reset(refusal);
      }
    }
  }

  /** Makes calls 2 and 3, which are idempotent. Waits while another tab or a worker makes them. */
  async #finish(pending: PendingPayment, tries = 0): Promise<void> {
    const { calls, kind, t, store } = this.#deps;
    this.#set({ step: 'finishing' });
    let refusal = t('checkout.carFailed');
    let orderId: number;
    try {
      await calls.markSold();
      refusal = t(`checkout.${kind}.unconfirmed`);
      ({ orderId } = await calls.book(pending));
    } catch (error) {
      if (tries < MAX_WAITS && isApiFailure(error) && error.status === 409 && (await this.#isHeld(pending))) {
        await this.#pause(RETRY_DELAYS_MS[tries] ?? 0);
        return this.#hasLeft ? this.#set(FORM) : this.#finish(pending, tries + 1);
      }
      return this.#unfinished(pending, refusal);
    }
    store.write(null);
    const { transactionId, bookingCents, email, period } = pending;
    this.#set({ step: 'done', paid: { transactionId, paidCents: bookingCents, email, period, orderId } });
  }

  async #isHeld(pending: PendingPayment): Promise<boolean> {
    const response = await this.#deps.calls.getStatus(pending.transactionId).catch(() => null);
    return response !== null && HELD.has(response.progress);
  }

  async #unfinished(pending: PendingPayment, refusal: string): Promise<void> {
    this.#deps.alert(refusal);
    const response = await this.#deps.calls.getStatus(pending.transactionId).catch(() => null);
    if (response && !HELD.has(response.progress)) return this.#reset(response.message);
    this.#set({ step: 'unfinished', pending, refusal });
  }

  #reset(refusal: string | null, fields: Record<string, string> = {}): void {
    this.#deps.store.write(null);
    this.#body = null;
    this.#set({ step: 'form', refusal, fields });
    this.#deps.onStale();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #set(state: CheckoutState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
