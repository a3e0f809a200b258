import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bookingHooks } from '#features/aftersales/bookings/server/book-captured.ts';
import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { remindOfRefunds } from '#features/aftersales/bookings/server/remind-of-refunds.ts';
import { reviewsByBooking } from '#features/aftersales/car-reviews/server/reviews.ts';
import { advanceClaims } from '#features/aftersales/claims/server/claim-worker.ts';
import { inviteReviewers } from '#features/aftersales/order-reviews/server/order-reviews.ts';
import type { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { billOrders } from '#features/orders/billing/server/bill-orders.ts';
import { applyDueConsignees } from '#features/orders/consignees/server/change-consignee.ts';
import { screenDueOrders } from '#features/orders/consignees/server/screen-orders.ts';
import { mailRuleChanges } from '#features/orders/orders/server/mail-rule-changes.ts';
import { circuitBreakerGateway, heldGateway } from '#features/payments/gateways/server/circuit-breaker-gateway.ts';
import type { PaymentGateway } from '#features/payments/gateways/server/payment-gateway.ts';
import { simulatedGateway } from '#features/payments/gateways/server/simulated-gateway.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { foldLedger } from '#features/payments/server/api.ts';
import { refreshBoard } from '#features/shipping/shipments/server/refresh-board.ts';
import { mailDueArrivals } from '#features/shipping/shipments/server/shipment-mails.ts';
import type { DocumentDeps } from '#features/site/issued-documents/server/issue-document.ts';
import type { Clock } from '#lib/clock.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

type Deps = {
  config: Config;
  pool: pg.Pool;
  clock: Clock;
  rules: RuleBookCache;
  gateway: PaymentGateway | undefined;
  documents: DocumentDeps;
  jobs: boolean;
  /** A held copy calls no payment provider. */
  isHeld: boolean;
};

/** Name, seconds between two runs, and work of a worker. */
type Worker = [name: string, everyS: number, work: (run: Run) => Promise<unknown>];

/** Sets up payments and bookings: the configured gateway, and the workers that complete or undo unfinished orders. */
export async function openOrders(app: FastifyInstance, deps: Deps): Promise<BookingDeps> {
  const { config, pool, clock, rules, gateway, documents, jobs, isHeld } = deps;
  const payments = {
    pool,
    clock,
    rules,
    gateway: isHeld ? heldGateway() : circuitBreakerGateway(gateway ?? (await gatewayOf(app, config, pool))),
    hooks: bookingHooks(clock, siteAddress(config)),
    unconfirmedMayTrade: config.unconfirmedMayTrade,
  };
  const siteOrigin = siteAddress(config);
  const bookings = { payments, documents, siteOrigin, reviewsOf: reviewsByBooking };
  const onError = (error: unknown) =>
    app.log.error({ err: error }, 'payment, booking, ledger or shipment worker failed');
  const late = { pool, siteOrigin, days: config.remindOfficeDays };
  const workers: Worker[] = [
    ['payments', 2, (run) => settleDuePayments(payments, run.onError, run)],
    ['screening', 5, (run) => screenDueOrders(pool, run.onError, run)],
    ['rule changes', 60, (run) => mailRuleChanges({ pool, rules, siteOrigin }, run.onError, run)],
    ['consignees', 30, (run) => applyDueConsignees(payments, run.onError, run)],
    ['shipment board', 5, (run) => refreshBoard(pool, clock.now(), run.onError)],
    ['arrival emails', 60, (run) => mailDueArrivals({ pool, clock, siteOrigin }, run.onError, run)],
    ['review invitations', 60, (run) => inviteReviewers({ pool, siteOrigin }, run.onError, run)],
    ['refund reminders', 60, (run) => remindOfRefunds(late, run.onError, run)],
    ['bookings', 5, (run) => processBookings(bookings, run.onError, run)],
    ['ledger sums', 2, () => foldLedger(pool)],
    ['bills', 2, (run) => billOrders({ ...documents, clock }, run.onError, run)],
    ['claims', 5, (run) => advanceClaims({ bookings }, run.onError, run)],
  ];
  let stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (jobs) stops = workers.map(([name, everyS, work]) => repeat(everyS * 1_000, work, onError, name));
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return bookings;
}

/** Imports the Stripe package only if Stripe is configured, because the package is large. */
async function gatewayOf(app: FastifyInstance, { payments }: Config, pool: pg.Pool): Promise<PaymentGateway> {
  if (payments.stripe) {
    const { stripeGateway } = await import('#features/payments/gateways/server/stripe-gateway.ts');
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
