import { type ChargeKey, type GatewayRefund, GatewayTimeout } from '#features/gateways/server/payment-gateway.ts';
import { ScriptedGateway } from './scripted-gateway.ts';

type Given = GatewayRefund & { paymentId: number };

/** A provider in memory that remembers its refunds, whoever made them, as one that may decide late or be given to by hand. */
export class RefundingGateway extends ScriptedGateway {
  /** What comes of the next refunds of ours. unheard: the provider is never reached; lost: it acts, but its answer is lost. */
  answers: GatewayRefund['state'] | 'unheard' | 'lost' = 'done';
  readonly #refunds: Given[] = [];

  override async refund(key: ChargeKey & { refundCents: number; attempt: number }) {
    const { paymentId, refundCents, attempt } = key;
    if (this.answers === 'unheard') throw new GatewayTimeout();
    const told = this.#refunds.find((refund) => refund.paymentId === paymentId && refund.attempt === attempt);
    if (told) return told;
    if (refundCents > this.left(paymentId)) return { state: 'failed' as const, failure: 'refused' };
    const made = this.#give(paymentId, refundCents, attempt, this.answers === 'lost' ? 'done' : this.answers);
    if (this.answers === 'lost') throw new GatewayTimeout();
    return made;
  }

  override async refunds({ paymentId }: ChargeKey): Promise<GatewayRefund[]> {
    return this.#of(paymentId).toReversed();
  }

  /** Somebody gives money back at the provider, where there is so much left. */
  giveByHand(paymentId: number, cents: number): void {
    if (cents > 0 && cents <= this.left(paymentId)) this.#give(paymentId, cents, null, 'done');
  }

  /** A refund that was only accepted comes to an end. */
  decide(paymentId: number, state: 'done' | 'failed'): void {
    for (const refund of this.#of(paymentId)) if (refund.state === 'pending') refund.state = state;
  }

  /** A refund that was given comes back: the newest, unless another is picked. */
  bringBack(paymentId: number, pick = (given: Given[]) => given.at(-1)): void {
    const refund = pick(this.#of(paymentId).filter(({ state }) => state === 'done'));
    if (refund) refund.state = 'failed';
  }

  /** What of a payment has left. */
  given(paymentId: number): number {
    return this.#sum(paymentId, ['done']);
  }

  /** What of a payment can still be given. */
  left(paymentId: number): number {
    return (this.charges.get(paymentId)?.cents ?? 0) - this.#sum(paymentId, ['done', 'pending']);
  }

  wasByHand(paymentId: number): boolean {
    return this.#of(paymentId).some(({ attempt }) => attempt === null);
  }

  #of(paymentId: number): Given[] {
    return this.#refunds.filter((refund) => refund.paymentId === paymentId);
  }

  #sum(paymentId: number, states: GatewayRefund['state'][]): number {
    return this.#of(paymentId)
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { cents }) => sum + cents, 0);
  }

  #give(paymentId: number, cents: number, attempt: number | null, state: GatewayRefund['state']): Given {
    const failure = state === 'failed' ? 'expired_or_canceled_card' : null;
    const refund = { paymentId, cents, attempt, state, failure, reference: `re_${this.#refunds.length}` };
    this.#refunds.push(refund);
    return refund;
  }
}
