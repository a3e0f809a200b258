import type pg from 'pg';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { circuitBreakerGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import { clockAhead } from '../runner/test-clock.ts';
import { testDocuments } from '../site/documents/test-documents.ts';
import { ScriptedGateway } from './scripted-gateway.ts';

const SITE = 'http://localhost';

/** Dependencies of the workers of bookings and orders, as if it were some days later. */
export function bookingDepsAt(pool: pg.Pool, daysLater: number): BookingDeps {
  const clock = clockAhead(daysLater);
  const payments = {
    pool,
    clock,
    gateway: circuitBreakerGateway(new ScriptedGateway()),
    hooks: bookingHooks(clock, SITE),
    unconfirmedMayTrade: true,
    rules: new RuleBookCache(pool),
  };
  return { payments, documents: testDocuments(pool), siteOrigin: SITE, reviewsOf: async () => new Map() };
}
