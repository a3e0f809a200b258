import type { PaymentGateway } from './payment-gateway.ts';
import { NoAnswer } from './payment-gateway.ts';

type Patience = {
  /** How long an answer is waited for. */
  timeoutMs: number;
  /** After so many calls in a row without an answer nobody is asked for a while. */
  mostSilent: number;
  restMs: number;
};

export const PATIENCE: Patience = { timeoutMs: 10_000, mostSilent: 5, restMs: 30_000 };

/** A gateway that is waited for only so long, and left alone for a while when it stays silent. */
export type GuardedGateway = PaymentGateway & { isResting(): boolean };

export function guardedGateway(gateway: PaymentGateway, patience: Patience = PATIENCE): GuardedGateway {
  const { timeoutMs, mostSilent, restMs } = patience;
  let silent = 0;
  let restsUntil = 0;
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer()), timeoutMs);
    });
    try {
      const answer = await Promise.race([call(), silence]);
      silent = 0;
      return answer;
    } catch (error) {
      if (++silent >= mostSilent) restsUntil = Date.now() + restMs;
      throw error instanceof NoAnswer ? error : new NoAnswer(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    name: gateway.name,
    isResting: () => silent >= mostSilent && Date.now() < restsUntil,
    authorise: (order) => ask(() => gateway.authorise(order)),
    find: (key) => ask(() => gateway.find(key)),
    capture: (key) => ask(() => gateway.capture(key)),
    release: (key) => ask(() => gateway.release(key)),
    refund: (key) => ask(() => gateway.refund(key)),
    refunds: (key) => ask(() => gateway.refunds(key)),
    readMessage: (body, headers) => gateway.readMessage(body, headers),
  };
}
