import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/messages.ts';
import type { PayBody, PaymentResponse } from '../model/payment-contract.ts';
import { newTransactionId, type PendingPayment } from '../model/pending-payment.ts';

export type CheckoutState =
  | { at: 'form'; refusal: string | null; fields: Record<string, string> }
  | { at: 'processing' }
  | { at: 'confirming'; kept: PendingPayment; unreachable: boolean }
  | { at: 'bank'; kept: PendingPayment; secret: string }
  | { at: 'finishing' }
  | { at: 'unfinished'; kept: PendingPayment; refusal: string }
  | { at: 'done'; paid: PaidBooking };

export type PaidBooking = Pick<PendingPayment, 'transactionId' | 'email' | 'period'> & { paidCents: number };

type Order = Omit<PendingPayment, 'transactionId' | 'sentAt'>;
type Body = Omit<PayBody, 'transaction_id'>;

type CheckoutTools = {
  calls: {
    pay(body: PayBody): Promise<PaymentResponse>;
    /** Null: there is no such payment. */
    look(transactionId: string): Promise<PaymentResponse | null>;
    markSold(): Promise<unknown>;
    book(kept: PendingPayment): Promise<unknown>;
  };
  store: { read(): PendingPayment | null; write(kept: PendingPayment | null): void };
  words: Translator;
  /** Tells the person what they must not miss. */
  alert(words: string): void;
  /** Hears that what the page shows of the car may be out of date. */
  onStale(): void;
  /** Shows the bank's question to the person. */
  askBank(secret: string): Promise<void>;
  now(): number;
};

/** Answers after which it is sure that the payment was not begun. */
const REFUSED = new Set([400, 401, 402, 403, 404, 413, 415, 429]);
/** A request that another tab has sent may still be on its way. */
const ARRIVING_MS = 10_000;
const WAITS_MS = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000];
/** How often calls 2 and 3 wait for somebody else who is at them. */
const MAX_WAITS = 4;
/** Where a payment stands that may still become a booking, or has. */
const HELD = new Set<PaymentResponse['progress']>(['confirming', 'authorised', 'captured']);
const FORM: CheckoutState = { at: 'form', refusal: null, fields: {} };

/** A question of the bank that cannot be shown here is waited for as well: it is answered elsewhere, or the hold lapses. */
function isUndecided({ progress, client_secret }: PaymentResponse): boolean {
  return progress === 'confirming' || (progress === 'needs_action' && !client_secret);
}

/**
 * One payment, from the press of the button to the booking, whatever happens to the page meanwhile: the payment is kept before it is
 * sent, and what became of it is asked of the server, never guessed.
 */
export class CheckoutFlow {
  readonly #tools: CheckoutTools;
  readonly #listeners = new Set<() => void>();
  #state: CheckoutState = FORM;
  #body: Body | null = null;
  #isOver = false;
  #wake = () => {};

  constructor(tools: CheckoutTools) {
    this.#tools = tools;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = () => this.#state;

  /** Goes on with a payment that was begun before, here or in another tab. */
  arrive(): Promise<void> {
    this.#isOver = false;
    const kept = this.#tools.store.read();
    if (!kept || this.#state.at !== 'form') return Promise.resolve();
    return this.#follow(kept, { refusal: null, arriving: true });
  }

  /** Pays once, however often it is asked: a payment that is under way is gone on with. */
  async pay(order: Order, body: Body): Promise<void> {
    if (this.#state.at !== 'form') return;
    const { store, calls, now } = this.#tools;
    if (store.read()) return this.arrive();
    const kept = { ...order, transactionId: newTransactionId(now()), sentAt: now() };
    store.write(kept);
    this.#set({ at: 'processing' });
    // Only a provider's stand-in for a card may stay in memory, for the second call after the bank's question.
    this.#body = body.formData.token ? body : null;
    await this.#send(kept, () => calls.pay({ ...body, transaction_id: kept.transactionId }));
  }

  /** Asks the bank's question, again if need be, and tells the server that it has been answered. */
  async answerBank(): Promise<void> {
    if (this.#state.at !== 'bank') return;
    const { kept, secret } = this.#state;
    const body = this.#body;
    this.#set({ at: 'processing' });
    await this.#tools.askBank(secret).catch(() => {});
    if (!body) return this.#follow(kept, { refusal: null });
    await this.#send(kept, () => this.#tools.calls.pay({ ...body, transaction_id: kept.transactionId }));
  }

  /** Asks now instead of waiting, or tries once more to finish a booking. */
  readonly again = (): void => {
    this.#wake();
    if (this.#state.at === 'unfinished') void this.#follow(this.#state.kept, { refusal: null });
  };

  /** Ends the asking: nobody is looking any more. */
  leave(): void {
    this.#isOver = true;
    this.#wake();
  }

  async #send(kept: PendingPayment, call: () => Promise<PaymentResponse>): Promise<void> {
    const { alert, words } = this.#tools;
    let response: PaymentResponse;
    try {
      response = await call();
    } catch (error) {
      if (!isApiFailure(error)) {
        const refusal = words('checkout.unexpected');
        alert(refusal);
        return this.#follow(kept, { refusal });
      }
      const refusal = words('checkout.failed', { error: error.message });
      alert(refusal);
      if (REFUSED.has(error.status)) return this.#giveUp(refusal, error.fields);
      return this.#follow(kept, { refusal });
    }
    await this.#goOn(kept, response);
  }

  /** Asks what became of a payment until that is known. `refusal`: what to say when nothing came of it. */
  async #follow(
    kept: PendingPayment,
    { refusal, arriving = false }: { refusal: string | null; arriving?: boolean },
  ): Promise<void> {
    const { calls, now } = this.#tools;
    for (let tries = 0; !this.#isOver; tries++) {
      let unreachable = false;
      if (tries === 0) this.#set({ at: 'confirming', kept, unreachable });
      try {
        const response = await calls.look(kept.transactionId);
        if (response && !isUndecided(response)) return this.#goOn(kept, response);
        if (!response && !(arriving && now() - kept.sentAt < ARRIVING_MS)) return this.#giveUp(refusal);
      } catch (error) {
        if (isApiFailure(error) && error.status === 401) return this.#tools.onStale();
        unreachable = true;
      }
      this.#set({ at: 'confirming', kept, unreachable });
      await this.#pause(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0);
    }
    this.#set(FORM);
  }

  async #goOn(kept: PendingPayment, response: PaymentResponse): Promise<void> {
    switch (response.progress) {
      case 'confirming':
        return this.#follow(kept, { refusal: null });
      case 'needs_action':
        if (!response.client_secret) return this.#follow(kept, { refusal: null });
        return this.#set({ at: 'bank', kept, secret: response.client_secret });
      case 'authorised':
      case 'captured':
        return this.#finish(kept);
      default: {
        const refusal = this.#tools.words('checkout.failed', { error: response.message });
        this.#tools.alert(refusal);
        return this.#giveUp(refusal);
      }
    }
  }

  /** Calls 2 and 3. Both may be repeated: they answer the same. While somebody else is at them, another tab or a worker, they wait. */
  async #finish(kept: PendingPayment, tries = 0): Promise<void> {
    const { calls, words, store } = this.#tools;
    this.#set({ at: 'finishing' });
    let refusal = words('checkout.carFailed');
    try {
      await calls.markSold();
      refusal = words('checkout.bookingFailed');
      await calls.book(kept);
    } catch (error) {
      if (tries < MAX_WAITS && isApiFailure(error) && error.status === 409 && (await this.#isHeld(kept))) {
        await this.#pause(WAITS_MS[tries] ?? 0);
        return this.#isOver ? this.#set(FORM) : this.#finish(kept, tries + 1);
      }
      return this.#unfinished(kept, refusal);
    }
    store.write(null);
    const { transactionId, bookingCents, email, period } = kept;
    this.#set({ at: 'done', paid: { transactionId, paidCents: bookingCents, email, period } });
  }

  async #isHeld(kept: PendingPayment): Promise<boolean> {
    const response = await this.#tools.calls.look(kept.transactionId).catch(() => null);
    return response !== null && HELD.has(response.progress);
  }

  async #unfinished(kept: PendingPayment, refusal: string): Promise<void> {
    this.#tools.alert(refusal);
    const response = await this.#tools.calls.look(kept.transactionId).catch(() => null);
    if (response && !HELD.has(response.progress)) return this.#giveUp(response.message);
    this.#set({ at: 'unfinished', kept, refusal });
  }

  #giveUp(refusal: string | null, fields: Record<string, string> = {}): void {
    this.#tools.store.write(null);
    this.#body = null;
    this.#set({ at: 'form', refusal, fields });
    this.#tools.onStale();
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
