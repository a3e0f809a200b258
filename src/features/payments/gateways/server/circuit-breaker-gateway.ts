import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#lib/app-error.ts';
import type { Charge } from '../model/charge.ts';
import { type ChargeKey, GatewayTimeout, type PaymentGateway } from './payment-gateway.ts';

type BreakerSettings = {
  timeoutMs: number;
  /** Consecutive failures that open the circuit. */
  maxFailures: number;
  openMs: number;
  /** Minimum time between two polls of the same charge. */
  pollIntervalMs: number;
};

export const BREAKER_DEFAULTS: BreakerSettings = {
  timeoutMs: 10_000,
  maxFailures: 5,
  openMs: 30_000,
  pollIntervalMs: 2_000,
};

/** A gateway with a timeout per call and a circuit breaker. Bank transfers bypass both. Check `isCircuitOpen()` before starting a payment. */
export type CircuitBreakerGateway = PaymentGateway & {
  isCircuitOpen(): boolean;
  /** Like `find`, but limited to one call per charge and poll interval. Early callers wait and share one response. */
  poll(key: ChargeKey): Promise<Charge>;
};

export function circuitBreakerGateway(
  gateway: PaymentGateway,
  settings: BreakerSettings = BREAKER_DEFAULTS,
): CircuitBreakerGateway {
  const { timeoutMs, maxFailures, openMs, pollIntervalMs } = settings;
  let failures = 0;
  let openUntil = 0;
  const withTimeout = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new GatewayTimeout()), timeoutMs);
    });
    try {
      const answer = await Promise.race([call(), timeout]);
      failures = 0;
      return answer;
    } catch (error) {
      if (++failures >= maxFailures) openUntil = Date.now() + openMs;
      throw error instanceof GatewayTimeout ? error : new GatewayTimeout(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const provider: WaitingGateway = {
    find: (key) => withTimeout(() => gateway.find(key)),
    capture: (key) => withTimeout(() => gateway.capture(key)),
    release: (key) => withTimeout(() => gateway.release(key)),
    refund: (key) => withTimeout(() => gateway.refund(key)),
    refunds: (key) => withTimeout(() => gateway.refunds(key)),
    disputes: (key) => withTimeout(() => gateway.disputes(key)),
  };
  const of = ({ method }: ChargeKey) => (method === 'bank_transfer' ? bankTransfers : provider);
  return {
    name: gateway.name,
    holdsCards: gateway.holdsCards,
    isCircuitOpen: () => failures >= maxFailures && Date.now() < openUntil,
    authorize: (order) => withTimeout(() => gateway.authorize(order)),
    poll: throttled((key) => of(key).find(key), pollIntervalMs),
    find: (key) => of(key).find(key),
    capture: (key) => of(key).capture(key),
    release: (key) => of(key).release(key),
    refund: (key) => of(key).refund(key),
    refunds: (key) => of(key).refunds(key),
    disputes: (key) => of(key).disputes(key),
    readMessage: (body, headers) => gateway.readMessage(body, headers),
  };
}

/** Limits `find` to one call per payment and interval. */
function throttled(find: (key: ChargeKey) => Promise<Charge>, pollIntervalMs: number) {
  const pending = new Map<number, Promise<Charge>>();
  const delays = new Map<number, Promise<unknown>>();
  const next = async (key: ChargeKey): Promise<Charge> => {
    const { paymentId: id } = key;
    await delays.get(id);
    pending.delete(id);
    delays.set(
      id,
      delay(pollIntervalMs, null, { ref: false }).then(() => delays.delete(id)),
    );
    return find(key);
  };
  return (key: ChargeKey): Promise<Charge> => {
    const answer = pending.get(key.paymentId) ?? next(key);
    pending.set(key.paymentId, answer);
    return answer;
  };
}

const chargeOf = (state: Charge['state']): Charge => ({ state, reference: null, cardBrand: null, cardLast4: null });

/** Calls about existing charges. */
type WaitingGateway = Pick<PaymentGateway, 'find' | 'capture' | 'release' | 'refund' | 'refunds' | 'disputes'>;

/**
 * The gateway of bank transfers. Finance records money on our bank account; until then transfers wait and refunds are pending.
 */
const bankTransfers: WaitingGateway = {
  find: async () => chargeOf('needs_action'),
  capture: async () => chargeOf('needs_action'),
  release: async () => chargeOf('voided'),
  refund: async () => ({ state: 'pending', failure: null }),
  refunds: async () => [],
  disputes: async () => [],
};

/** Rejects provider payments on a restored copy. Bank transfers work, because they only change the copy's database. */
export function heldGateway(): CircuitBreakerGateway {
  const refuse = (): never => {
    throw new AppError('overloaded', 'this copy of the site is held', { retryAfter: 3_600 });
  };
  const gateway = circuitBreakerGateway({
    name: 'simulated',
    holdsCards: false,
    authorize: async () => refuse(),
    find: async () => refuse(),
    capture: async () => refuse(),
    release: async () => refuse(),
    refund: async () => refuse(),
    refunds: async () => refuse(),
    disputes: async () => refuse(),
    readMessage: refuse,
  });
  return { ...gateway, isCircuitOpen: () => true };
}
