import { setTimeout as pause } from 'node:timers/promises';
import type { Charge } from '../model/charge.ts';
import { type ChargeKey, GatewayTimeout, type PaymentGateway } from './payment-gateway.ts';

type Patience = {
  /** How long an answer is waited for. */
  timeoutMs: number;
  /** After so many calls in a row without an answer nobody is asked for a while. */
  mostSilent: number;
  restMs: number;
  /** How long after a look at a charge somebody looks at it again. */
  apartMs: number;
};

export const TIMEOUTS: Patience = { timeoutMs: 10_000, mostSilent: 5, restMs: 30_000, apartMs: 2_000 };

/** A gateway that is waited for only so long, and left alone for a while when it stays silent. */
export type CircuitBreakerGateway = PaymentGateway & {
  isCircuitOpen(): boolean;
  /** The same as `find`, for those who may ask as often as they like: who comes too soon waits, and shares the answer with others. */
  look(key: ChargeKey): Promise<Charge>;
};

export function circuitBreakerGateway(gateway: PaymentGateway, patience: Patience = TIMEOUTS): CircuitBreakerGateway {
  const { timeoutMs, mostSilent, restMs, apartMs } = patience;
  let silent = 0;
  let restsUntil = 0;
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new GatewayTimeout()), timeoutMs);
    });
    try {
      const answer = await Promise.race([call(), silence]);
      silent = 0;
      return answer;
    } catch (error) {
      if (++silent >= mostSilent) restsUntil = Date.now() + restMs;
      throw error instanceof GatewayTimeout ? error : new GatewayTimeout(error);
    } finally {
      clearTimeout(timer);
    }
  };
  const find = (key: ChargeKey) => ask(() => gateway.find(key));
  return {
    name: gateway.name,
    isCircuitOpen: () => silent >= mostSilent && Date.now() < restsUntil,
    authorize: (order) => ask(() => gateway.authorize(order)),
    find,
    look: spaced(find, apartMs),
    capture: (key) => ask(() => gateway.capture(key)),
    release: (key) => ask(() => gateway.release(key)),
    refund: (key) => ask(() => gateway.refund(key)),
    refunds: (key) => ask(() => gateway.refunds(key)),
    readMessage: (body, headers) => gateway.readMessage(body, headers),
  };
}

/** Looks at each payment at most once in a stretch of time. */
function spaced(find: (key: ChargeKey) => Promise<Charge>, apartMs: number) {
  const waiting = new Map<number, Promise<Charge>>();
  const pauses = new Map<number, Promise<unknown>>();
  const next = async (key: ChargeKey): Promise<Charge> => {
    const { paymentId: id } = key;
    await pauses.get(id);
    waiting.delete(id);
    pauses.set(
      id,
      pause(apartMs, null, { ref: false }).then(() => pauses.delete(id)),
    );
    return find(key);
  };
  return (key: ChargeKey): Promise<Charge> => {
    const answer = waiting.get(key.paymentId) ?? next(key);
    waiting.set(key.paymentId, answer);
    return answer;
  };
}
