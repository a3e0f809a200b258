import { AppError } from '#lib/app-error.ts';
import type { CircuitBreakerGateway } from './circuit-breaker-gateway.ts';
import { circuitBreakerGateway } from './circuit-breaker-gateway.ts';

/** Refuses payments by provider on a restored copy. Bank transfers have no provider and only change the copy's database. */
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
