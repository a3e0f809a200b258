import type { Charge, ChargeState } from '#features/gateways/model/charge.ts';
import {
  type ChargeKey,
  type GatewayRefund,
  GatewayTimeout,
  type PaymentGateway,
  type RefundOutcome,
} from '#features/gateways/server/payment-gateway.ts';

export type Step = 'authorise' | 'find' | 'capture' | 'release' | 'refund';
type Happening = () => unknown;

/**
 * A provider in memory whose every step can be interrupted: something else happens before it or while its answer travels, or the
 * answer is lost.
 */
export class ScriptedGateway implements PaymentGateway {
  readonly name = 'simulated';
  readonly charges = new Map<number, { state: ChargeState; cents: number; refunded: number }>();
  readonly asked: string[] = [];
  /** Whether what is reserved cannot be taken. */
  refusesCaptures = false;
  readonly #happenings = new Map<string, Happening>();

  /** Does something once, right before or right after the gateway acts. Its error is the gateway's. */
  once(when: 'before' | 'after', step: Step, happening: Happening): void {
    this.#happenings.set(`${when} ${step}`, happening);
  }

  /** The gateway acts, but nobody learns of it. */
  loseAnswer(step: Step): void {
    this.once('after', step, () => {
      throw new GatewayTimeout();
    });
  }

  /** What the gateway thinks of all charges from now on. */
  judgeAll(state: ChargeState): void {
    for (const charge of this.charges.values()) charge.state = state;
  }

  forgetScript(): void {
    this.#happenings.clear();
    this.asked.length = 0;
    this.refusesCaptures = false;
  }

  async #act(step: Step, { paymentId }: ChargeKey, act: () => void): Promise<Charge> {
    this.asked.push(`${step} ${paymentId}`);
    await this.#happen(`before ${step}`);
    act();
    const state = this.#charge(paymentId)?.state ?? 'none';
    await this.#happen(`after ${step}`);
    return { state, reference: null, cardBrand: 'Visa', cardLast4: '4242' };
  }

  async #happen(when: string): Promise<void> {
    const happening = this.#happenings.get(when);
    this.#happenings.delete(when);
    await happening?.();
  }

  #charge(paymentId: number) {
    return this.charges.get(paymentId);
  }

  #move(paymentId: number, from: ChargeState, to: ChargeState): void {
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
      if (!this.refusesCaptures) this.#move(key.paymentId, 'authorised', 'captured');
    });
  }

  release(key: ChargeKey): Promise<Charge> {
    return this.#act('release', key, () => {
      if (!this.#charge(key.paymentId)) this.charges.set(key.paymentId, { state: 'voided', cents: 0, refunded: 0 });
      this.#move(key.paymentId, 'authorised', 'voided');
    });
  }

  async refund(key: ChargeKey & { refundCents: number }): Promise<RefundOutcome> {
    await this.#act('refund', key, () => {
      const charge = this.#charge(key.paymentId);
      if (charge?.state !== 'captured') return;
      charge.state = 'refunded';
      charge.refunded += key.refundCents;
    });
    return { state: 'done', failure: null };
  }

  async refunds(_key: ChargeKey): Promise<GatewayRefund[]> {
    return [];
  }

  readMessage(): null {
    return null;
  }

  /** What the buyer of a payment is out of pocket. */
  taken(paymentId: number): number {
    const charge = this.#charge(paymentId);
    return charge?.state === 'captured' || charge?.state === 'refunded' ? charge.cents - charge.refunded : 0;
  }
}
