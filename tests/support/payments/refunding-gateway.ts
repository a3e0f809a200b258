import type { GatewayDispute } from '#features/payments/gateways/model/charge.ts';
import {
  type ChargeKey,
  type GatewayRefund,
  GatewayTimeout,
} from '#features/payments/gateways/server/payment-gateway.ts';
import { ScriptedGateway } from './scripted-gateway.ts';

export const DISPUTE_FEE = 1_500;
export const EVIDENCE_DUE_AT = new Date('2031-03-05T23:59:59Z');

type StoredRefund = GatewayRefund & { paymentId: number };

/** An in-memory provider that records refunds, may leave them pending, and supports refunds made at the provider. */
export class RefundingGateway extends ScriptedGateway {
  /**
   * Outcome of our next refunds. `unreached`: the provider is never called; `lost`: it acts, but the response is lost.
   */
  answers: GatewayRefund['state'] | 'unreached' | 'lost' = 'done';
  readonly #refunds: StoredRefund[] = [];
  readonly #disputes = new Map<number, GatewayDispute>();

  override async refund(key: ChargeKey & { refundCents: number; attempt: number }) {
    const { paymentId, refundCents, attempt } = key;
    if (this.answers === 'unreached') throw new GatewayTimeout();
    const existing = this.#refunds.find((refund) => refund.paymentId === paymentId && refund.attempt === attempt);
    if (existing) return existing;
    if (refundCents > this.left(paymentId)) return { state: 'failed' as const, failure: 'refused' };
    const created = this.#add(paymentId, refundCents, attempt, this.answers === 'lost' ? 'done' : this.answers);
    if (this.answers === 'lost') throw new GatewayTimeout();
    return created;
  }

  override async refunds({ paymentId }: ChargeKey): Promise<GatewayRefund[]> {
    return this.#of(paymentId).toReversed();
  }

  override async disputes({ paymentId }: ChargeKey): Promise<GatewayDispute[]> {
    const dispute = this.#disputes.get(paymentId);
    return dispute ? [structuredClone(dispute)] : [];
  }

  /** Opens a dispute over a charge, with or without withdrawing the money. */
  dispute(paymentId: number, state: 'inquiry' | 'open', cents = this.charges.get(paymentId)?.cents ?? 0): void {
    const reference = `dp_${paymentId}`;
    const movements = state === 'open' ? [{ reference: `${reference}_out`, cents: -cents, feeCents: DISPUTE_FEE }] : [];
    this.#disputes.set(paymentId, { reference, state, cents, evidenceDueAt: EVIDENCE_DUE_AT, movements });
  }

  /** Moves money of a dispute on our balance; negative: withdraws it. */
  moveDisputed(paymentId: number, cents: number): void {
    const dispute = this.#disputes.get(paymentId);
    dispute?.movements.push({ reference: `${dispute.reference}_${dispute.movements.length}`, cents, feeCents: 0 });
  }

  /** Reports the end of a dispute without moving money. */
  decideDispute(paymentId: number, state: 'won' | 'lost'): void {
    const dispute = this.#disputes.get(paymentId);
    if (dispute) dispute.state = state;
  }

  /** Ends a dispute. The fee stays even after a win. */
  endDispute(paymentId: number, state: 'won' | 'lost'): void {
    const dispute = this.#disputes.get(paymentId);
    if (!dispute) return;
    dispute.state = state;
    const withdrawn = dispute.movements.reduce((sum, { cents }) => sum - cents, 0);
    if (state === 'won' && withdrawn > 0)
      dispute.movements.push({ reference: `${dispute.reference}_in`, cents: withdrawn, feeCents: 0 });
  }

  /** Makes a refund at the provider. No-op if the payment has less left. */
  refundAtProvider(paymentId: number, cents: number): void {
    if (cents > 0 && cents <= this.left(paymentId)) this.#add(paymentId, cents, null, 'done');
  }

  /** Completes all pending refunds. */
  decide(paymentId: number, state: 'done' | 'failed'): void {
    for (const refund of this.#of(paymentId)) if (refund.state === 'pending') refund.state = state;
  }

  /** Fails a completed refund afterwards: the newest, unless `pick` selects another. */
  failLater(paymentId: number, pick = (done: StoredRefund[]) => done.at(-1)): void {
    const refund = pick(this.#of(paymentId).filter(({ state }) => state === 'done'));
    if (refund) refund.state = 'failed';
  }

  /** Cents refunded so far. */
  refunded(paymentId: number): number {
    return this.#sum(paymentId, ['done']);
  }

  /** Cents that can still be refunded. */
  left(paymentId: number): number {
    return (this.charges.get(paymentId)?.cents ?? 0) - this.#sum(paymentId, ['done', 'pending']);
  }

  hasProviderRefund(paymentId: number): boolean {
    return this.#of(paymentId).some(({ attempt }) => attempt === null);
  }

  #of(paymentId: number): StoredRefund[] {
    return this.#refunds.filter((refund) => refund.paymentId === paymentId);
  }

  #sum(paymentId: number, states: GatewayRefund['state'][]): number {
    return this.#of(paymentId)
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { cents }) => sum + cents, 0);
  }

  #add(paymentId: number, cents: number, attempt: number | null, state: GatewayRefund['state']): StoredRefund {
    const failure = state === 'failed' ? 'expired_or_canceled_card' : null;
    const refund = { paymentId, cents, attempt, state, failure, reference: `re_${this.#refunds.length}` };
    this.#refunds.push(refund);
    return refund;
  }
}
