import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bookingHooks } from '#features/bookings/server/book-captured.ts';
import type { BookingDeps } from '#features/bookings/server/booking-deps.ts';
import { processBookings } from '#features/bookings/server/booking-worker.ts';
import type { DocumentDeps } from '#features/documents/server/document-deps.ts';
import { circuitBreakerGateway } from '#features/gateways/server/circuit-breaker-gateway.ts';
import type { PaymentGateway } from '#features/gateways/server/payment-gateway.ts';
import { simulatedGateway } from '#features/gateways/server/simulated-gateway.ts';
import type { RuleBookCache } from '#features/import-rules/server/book/rule-book-cache.ts';
import { billOrders } from '#features/orders/server/billing/bill-orders.ts';
import { applyDueConsignees } from '#features/orders/server/consignee/end-consignee-change.ts';
import { screenDueOrders } from '#features/orders/server/screening/screen-orders.ts';
import { settleDuePayments } from '#features/payments/server/payment-worker.ts';
import { reviewsByBooking } from '#features/reviews/server/read-reviews.ts';
import { refreshBoard } from '#features/shipments/server/refresh-board.ts';
import type { Clock } from '#lib/clock.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

type Deps = {
  config: Config;
  pool: pg.Pool;
  clock: Clock;
  rules: RuleBookCache;
  gateway: PaymentGateway | undefined;
  documents: DocumentDeps;
  jobs: boolean;
};

const SETTLE_EVERY_MS = 2_000;
const BOOKINGS_EVERY_MS = 5_000;
const BOARD_EVERY_MS = 5_000;
const SCREEN_EVERY_MS = 5_000;
const CONSIGNEES_EVERY_MS = 30_000;
const BILL_EVERY_MS = 2_000;

/** Sets up payments and bookings: the configured gateway, and the workers that complete or undo unfinished orders. */
export async function openOrders(app: FastifyInstance, deps: Deps): Promise<BookingDeps> {
  const { config, pool, clock, rules, gateway, documents, jobs } = deps;
  const payments = {
    pool,
    clock,
    rules,
    gateway: circuitBreakerGateway(gateway ?? (await gatewayOf(app, config, pool))),
    hooks: bookingHooks(clock, siteAddress(config)),
    unconfirmedMayTrade: config.unconfirmedMayTrade,
  };
  const bookings = { payments, documents, siteOrigin: siteAddress(config), reviewsOf: reviewsByBooking };
  const onError = (error: unknown) => app.log.error({ err: error }, 'payment, booking or shipment worker failed');
  const stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (!jobs) return;
    stops.push(repeat(SETTLE_EVERY_MS, () => settleDuePayments(payments, onError), onError));
    stops.push(repeat(SCREEN_EVERY_MS, () => screenDueOrders(pool, onError), onError));
    stops.push(repeat(CONSIGNEES_EVERY_MS, () => applyDueConsignees(payments, onError), onError));
    stops.push(repeat(BOARD_EVERY_MS, () => refreshBoard(pool, clock.now()), onError));
    stops.push(repeat(BOOKINGS_EVERY_MS, () => processBookings(bookings, onError), onError));
    stops.push(repeat(BILL_EVERY_MS, () => billOrders({ ...documents, clock }, onError), onError));
  });
  app.addHook('onClose', async () => {
    for (const stop of stops) await stop();
  });
  return bookings;
}

/** Imports the Stripe package only if Stripe is configured, because the package is large. */
async function gatewayOf(app: FastifyInstance, { payments }: Config, pool: pg.Pool): Promise<PaymentGateway> {
  if (payments.stripe) {
    const { stripeGateway } = await import('#features/gateways/server/stripe-gateway.ts');
    return stripeGateway(payments.stripe);
  }
  return simulatedGateway({
    db: pool,
    delayMs: payments.delayMs,
    send: (body, headers) =>
      app.inject({
        method: 'POST',
        url: '/api/webhooks/payments',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      }),
  });
}
