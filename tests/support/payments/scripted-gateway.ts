import type { Charge, ChargeState, GatewayDispute } from '#features/payments/gateways/model/charge.ts';
import {
  type ChargeKey,
  type GatewayRefund,
  GatewayTimeout,
  type PaymentGateway,
  type RefundOutcome,
} from '#features/payments/gateways/server/payment-gateway.ts';

export type Step = 'authorise' | 'find' | 'capture' | 'release' | 'refund';
type Hook = () => unknown;

/** An in-memory provider. A test can run code before or after each step, or lose its response. */
export class ScriptedGateway implements PaymentGateway {
  readonly name = 'simulated';
  readonly holdsCards = true;
  readonly charges = new Map<number, { state: ChargeState; cents: number; refunded: number }>();
  readonly requests: string[] = [];
  /** True if captures leave the charge authorized. */
  refusesCaptures = false;
  readonly #hooks = new Map<string, Hook>();
  /** Refunds that were made, by payment and attempt. */
  readonly #attempts = new Set<string>();

  /** Runs a hook once, right before or after a step. Its error becomes the gateway's. */
  once(when: 'before' | 'after', step: Step, hook: Hook): void {
    this.#hooks.set(`${when} ${step}`, hook);
  }

  /** Loses the response of the next step after acting. */
  loseResponse(step: Step): void {
    this.once('after', step, () => {
      throw new GatewayTimeout();
    });
  }

  /** Sets the state of all charges. */
  setAllStates(state: ChargeState): void {
    for (const charge of this.charges.values()) charge.state = state;
  }

  reset(): void {
    this.#hooks.clear();
    this.requests.length = 0;
    this.refusesCaptures = false;
  }

  async #act(step: Step, { paymentId }: ChargeKey, act: () => void): Promise<Charge> {
    this.requests.push(`${step} ${paymentId}`);
    await this.#runHook(`before ${step}`);
    act();
    const state = this.#charge(paymentId)?.state ?? 'none';
    await this.#runHook(`after ${step}`);
    return { state, reference: null, cardBrand: 'Visa', cardLast4: '4242' };
  }

  async #runHook(when: string): Promise<void> {
    const hook = this.#hooks.get(when);
    this.#hooks.delete(when);
    await hook?.();
  }

  #charge(paymentId: number) {
    return this.charges.get(paymentId);
  }

  #transition(paymentId: number, from: ChargeState, to: ChargeState): void {
    const charge = this.#charge(paymentId);
    if (charge?.state === from) charge.state = to;
  }

  authorize(order: ChargeKey & { instrument: { kind: string; number?: string } }): Promise<Charge> {
    return this.#act('authorise', order, () => {
      const state = order.instrument.number === '4000000000000002' ? 'declined' : 'authorised';
      if (!this.#charge(order.paymentId)) {
        this.charges.set(order.paymentId, { state, cents: order.amountCents, refunded: 0 });
      }
    });
  }

  find(key: ChargeKey): Promise<Charge> {
    return this.#act('find', key, () => {});
  }

  capture(key: ChargeKey): Promise<Charge> {
    return this.#act('capture', key, () => {
      const charge = this.#charge(key.paymentId);
      if (this.refusesCaptures || charge?.state !== 'authorised') return;
      charge.state = 'captured';
      charge.cents = key.amountCents;
    });
  }

  release(key: ChargeKey): Promise<Charge> {
    return this.#act('release', key, () => {
      if (!this.#charge(key.paymentId)) this.charges.set(key.paymentId, { state: 'voided', cents: 0, refunded: 0 });
      this.#transition(key.paymentId, 'authorised', 'voided');
    });
  }

  async refund(key: ChargeKey & { refundCents: number; attempt: number }): Promise<RefundOutcome> {
    await this.#act('refund', key, () => {
      const charge = this.#charge(key.paymentId);
      const attempt = `${key.paymentId} ${key.attempt}`;
      if ((charge?.state !== 'captured' && charge?.state !== 'refunded') || this.#attempts.has(attempt)) return;
      this.#attempts.add(attempt);
      charge.state = 'refunded';
      charge.refunded += key.refundCents;
    });
    return { state: 'done', failure: null };
  }

  async refunds(_key: ChargeKey): Promise<GatewayRefund[]> {
    return [];
  }

  async disputes(_key: ChargeKey): Promise<GatewayDispute[]> {
    return [];
  }

  readMessage(): null {
    return null;
  }

  /** Returns the cents captured and not refunded. */
  netCharged(paymentId: number): number {
    const charge = this.#charge(paymentId);
    return charge?.state === 'captured' || charge?.state === 'refunded' ? charge.cents - charge.refunded : 0;
  }
}
