import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sealAll } from '#app/seals.ts';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { advanceClaims } from '#features/aftersales/claims/server/claim-worker.ts';
import { inviteReviewers } from '#features/aftersales/order-reviews/server/order-reviews.ts';
import { applyRetention } from '#features/office/retention/server/apply-retention.ts';
import { billOrders } from '#features/orders/billing/server/bill-orders.ts';
import { applyDueConsignees } from '#features/orders/consignees/server/change-consignee.ts';
import { screenDueOrders } from '#features/orders/consignees/server/screen-orders.ts';
import { dayAfter, dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { refreshBoard } from '#features/shipping/shipments/server/refresh-board.ts';
import { mailDueArrivals } from '#features/shipping/shipments/server/shipment-mails.ts';
import { forwardDueMessages } from '#features/site/contact/server/forward-messages.ts';
import { renderDue } from '#features/site/issued-documents/server/render-document.ts';
import { LocalFiles } from '#lib/server/files/local-files.ts';
import { startMailWorker } from '#lib/server/mail/mail-worker.ts';
import { queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { claimSite } from '../aftersales/claim-site.ts';
import { addCars } from '../catalog/cars.ts';
import { signIn } from '../data/accounts.ts';
import { billNow, changeBankAccount } from '../payments/billing.ts';
import { newTransaction } from '../payments/paying.ts';
import { holdForTransfer, knownBuyer, orderByTransfer } from '../payments/transfers.ts';
import { scratchFolder } from '../runner/scratch-folder.ts';
import { daysFromNow, testNow } from '../runner/test-clock.ts';
import { postJson } from '../server/test-app.ts';
import { testDocuments } from '../site/documents/test-documents.ts';
import { messageCases } from './notification-cases.ts';
import { photoFingerprints } from './photo-fingerprints.ts';
import { refundReminders } from './refund-reminders.ts';
import { ruleChanges } from './rule-changes.ts';
import { stockImports } from './stock-imports.ts';
import { waitingConsignee } from './waiting-consignee.ts';

type Pair = [poison: number | string, other: number | string];
type Case = {
  /** Makes two items. The first must be processed before the second. */
  items: () => Promise<Pair>;
  /** The write that fails for the first item: a table and a condition on its row, with $ for the item. */
  fails?: [table: string, when: string, event?: 'update' | 'delete'];
  run: (onError: (error: unknown) => void) => Promise<unknown>;
  /** SQL that returns a row for a finished item. */
  isDone: string;
  /** SQL that makes a leased item due again. */
  again?: string;
};
export const site = await claimSite();
const { pool, app, calls } = site;
const SELL = { make: 'BYD', model: 'Seal', priceCents: 1_000_000 };
const folder = await scratchFolder();
const uploads = { store: new LocalFiles(join(folder, 'files')), arriving: folder, stillUsed: async () => [] };
const log = { info: () => {}, warn: () => {} };
export const report = (error: unknown) => Promise.reject(error);
/** The item that fails in work without a failing database write. */
export const refused = { item: '' };
const refusePoison = (item: string) => {
  if (item === refused.item) throw new Error('poison');
};
const TODAY = dayOf(testNow());
export const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const twice = async <Item>(make: () => Promise<Item>): Promise<[Item, Item]> => [await make(), await make()];
const onePairOf = (make: () => Promise<{ order: number }>) => twice(async () => (await make()).order);
const MOVE = 'select id from order_moves where order_id = $1 order by id desc limit 1';
const holds = () =>
  twice(async () => {
    const [car = 0] = await addCars(pool, [SELL]);
    return orderByTransfer(app, await knownBuyer(pool), car, 2_775);
  });
const rental = async (from: number, to: number) => {
  const [car = 0] = await addCars(pool, [{ ...SELL, offer: 'Rent', priceCents: 5_000 }]);
  const [renter, price] = [await signIn(pool), 50 * (to - from)];
  const transaction_id = newTransaction();
  const days = { start_date: dayAfter(TODAY, from), end_date: dayAfter(TODAY, to), transaction_id };
  await calls.pay(renter, car, price, days);
  await calls.sold(renter, car);
  const { body } = await calls.book(renter, car, transaction_id, price);
  return { car, booking: body.booking_id as number, order: body.order_id as number };
};
const PAYMENT = 'select id from payments where order_id = $1';
const dueSoon = (column: string) => async (): Promise<Pair> => {
  const pair = await twice(async () => (await sql(PAYMENT, (await site.sale()).order))[0].id);
  await sql(
    `update payments set ${column} = now() - interval '1 hour' + id * interval '1 ms' where id = any($1)`,
    pair,
  );
  return pair;
};
const bookings = (daysLater: number) => (onError: Parameters<Case['run']>[0]) =>
  processBookings(site.depsAt(daysLater), onError);
const payments =
  (daysLater = 0): Case['run'] =>
  (onError) =>
    settleDuePayments(site.depsAt(daysLater).payments, onError);
const holdsBeforeNewAccount = async () => {
  const pair = await holds();
  await changeBankAccount(pool, app, 'GB29NWBK60161331926819');
  return pair;
};
const canceledSales = (answers: typeof site.gateway.answers = 'done') =>
  onePairOf(async () => {
    const { buyer, booking, order } = await site.sale();
    site.gateway.answers = answers;
    await calls.cancel(buyer, booking, 2_775);
    return { order };
  });
const movedArrival = async () => {
  const { order } = await site.sale();
  for (const days of [30, 40, 50]) {
    const event = { id: randomUUID(), step: 'arrived', certainty: 'estimated', note: '', place: 'KEMBA' };
    const happens_at = daysFromNow(days).toISOString();
    await postJson(app, `/api/orders/${order}/events`, { ...event, happens_at }, { cookie: site.admin.cookie });
  }
  return { order };
};

export const CASES: Record<string, Case> = {
  payments: {
    items: async () => {
      const [one, other] = await twice(async () => {
        const [car = 0] = await addCars(pool, [SELL]);
        return (await holdForTransfer(pool, (await signIn(pool)).id, car)).payment.id;
      });
      await sql("update payments set due_at = now() - interval '1 hour' where id = any($1)", [one, other]);
      return [one, other];
    },
    fails: ['payment_events', 'new.payment_id = $'],
    run: payments(30),
    isDone: "select 1 from payments where id = $1 and outcome = 'lapsed'",
    again: 'update payments set due_at = now() where id = $1 and due_at is not null',
  },
  refunds: {
    items: async () => {
      const [one, other] = await canceledSales('unreached');
      site.gateway.answers = 'done';
      const ids = await sql(
        'select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = any($1) order by r.id',
        [one, other],
      );
      await sql(
        'update refunds set due_at = now() where id = any($1)',
        ids.map(({ id }) => id),
      );
      return [ids[0].id, ids[1].id];
    },
    fails: ['refunds', 'new.id = $ and new.done_at is not null'],
    run: payments(),
    isDone: 'select 1 from refunds where id = $1 and done_at is not null',
    again: 'update refunds set due_at = now() where id = $1',
  },
  'refund checks': {
    items: dueSoon('refunds_due_at'),
    fails: ['payments', "new.id = $ and new.refunds_due_at > now() + interval '1 minute'"],
    run: payments(),
    isDone: "select 1 from payments where id = $1 and refunds_due_at > now() + interval '1 minute'",
    again: 'update payments set refunds_due_at = now() where id = $1',
  },
  'refund reminders': refundReminders(pool),
  ...messageCases(pool),
  'photo fingerprints': photoFingerprints(pool, await scratchFolder()),
  'stock imports': await stockImports(pool),
  disputes: {
    items: dueSoon('disputes_due_at'),
    fails: ['payments', 'new.id = $ and old.disputes_due_at is not null and new.disputes_due_at is null', 'update'],
    run: payments(),
    isDone: 'select 1 from payments where id = $1 and disputes_due_at is null',
    again: 'update payments set disputes_due_at = now() where id = $1',
  },
  bookings: {
    items: () =>
      twice(async () => {
        const [car = 0] = await addCars(pool, [SELL]);
        const buyer = await signIn(pool);
        await calls.pay(buyer, car, 10_000);
        await calls.sold(buyer, car);
        const [{ id }] = await sql('select id from bookings where listing_id = $1', car);
        await sql("update bookings set due_at = now() - interval '1 hour' where id = $1", id);
        return id as number;
      }),
    fails: ['bookings', "new.id = $ and new.status = 'confirmed'"],
    run: bookings(0),
    isDone: "select 1 from bookings where id = $1 and status = 'confirmed'",
    again: 'update bookings set due_at = now() where id = $1 and due_at is not null',
  },
  'ended rentals': {
    items: async () => {
      const rentals = await twice(() => rental(1, 2));
      for (const { booking } of rentals) await site.payInCash(booking);
      return [rentals[0].booking, rentals[1].booking];
    },
    fails: ['bookings', "new.id = $ and new.status = 'completed'"],
    run: bookings(9),
    isDone: "select 1 from bookings where id = $1 and status = 'completed'",
  },
  'overdue orders': {
    items: async () => {
      const pair = await onePairOf(site.sale);
      await sql(
        "update orders set remind_at = now() - interval '1 day' + id * interval '1 ms' where id = any($1)",
        pair,
      );
      return pair;
    },
    fails: ['orders', 'new.id = $ and new.reminded > old.reminded', 'update'],
    run: bookings(0),
    isDone: 'select 1 from orders where id = $1 and reminded > 0',
  },
  'hold reminders': {
    items: holds,
    fails: ['order_holds', 'new.order_id = $ and new.reminded_at is not null'],
    run: async (onError) => {
      const [{ days }] = await sql('select extract(epoch from max(until) - now()) / 86400 as days from order_holds');
      await bookings(Number(days) - 0.9)(onError);
    },
    isDone: 'select 1 from order_holds where order_id = $1 and reminded_at is not null',
  },
  'order news': {
    items: () => twice(async () => (await sql(MOVE, (await site.sale()).order))[0].id),
    fails: ['order_news', 'old.move_id = $', 'delete'],
    run: bookings(0),
    isDone: 'select 1 where not exists (select from order_news where move_id = $1)',
  },
  'waiting buyers': {
    items: () =>
      twice(async () => {
        const [car = 0] = await addCars(pool, [SELL]);
        const { id } = await signIn(pool);
        await sql('insert into waiting_buyers (listing_id, user_id) values ($1, $2)', car, id);
        return `${car}/${id}`;
      }),
    fails: ['waiting_buyers', "new.listing_id || '/' || new.user_id = '$' and new.told_at is not null"],
    run: bookings(0),
    isDone: "select 1 from waiting_buyers where listing_id || '/' || user_id = $1 and told_at is not null",
  },
  'account changes': {
    items: holdsBeforeNewAccount,
    fails: ['account_notices', 'new.order_id = $'],
    run: bookings(0),
    isDone: 'select 1 from account_notices where order_id = $1',
  },
  'account changes canceled': {
    items: async () => {
      const pair = await holdsBeforeNewAccount();
      await bookings(0)(report);
      await sql(
        `update bank_account_versions set canceled_at = now(), canceled_by = proposed_by
         where version = (select max(version) from bank_account_versions)`,
      );
      return pair;
    },
    fails: ['account_notices', 'new.order_id = $ and new.withdrawn_at is not null'],
    run: bookings(0),
    isDone: 'select 1 from account_notices where order_id = $1 and withdrawn_at is not null',
  },
  'renewed invoices': {
    items: holdsBeforeNewAccount,
    fails: ['issued_documents', "new.kind = 'pro_forma' and new.subject_id = $"],
    run: bookings(1.1),
    isDone: `select 1 from issued_documents where kind = 'pro_forma' and subject_id = $1
      and bank_account_version = (select max(version) from bank_account_versions where canceled_at is null)`,
  },
  'rented cars': {
    items: async () => {
      const [one, other] = await twice(() => rental(1, 3));
      return [one.car, other.car];
    },
    fails: ['listings', "new.id = $ and new.status = 'rented'"],
    run: bookings(1),
    isDone: "select 1 from listings where id = $1 and status = 'rented'",
  },
  screening: {
    items: async () => {
      const pair = await onePairOf(site.sale);
      await sql('delete from order_screenings where order_id = any($1)', pair);
      return pair;
    },
    fails: ['order_screenings', 'new.order_id = $'],
    run: (onError) => screenDueOrders(pool, onError),
    isDone: 'select 1 from order_screenings where order_id = $1',
  },
  consignees: {
    items: () => twice(async () => waitingConsignee(pool, (await site.sale()).order)),
    fails: ['consignees', 'new.id = $ and new.applied_at is not null'],
    run: (onError) => applyDueConsignees(site.depsAt(0).payments, onError),
    isDone: 'select 1 from consignees where id = $1 and applied_at is not null',
  },
  'arrival emails': {
    items: () => onePairOf(movedArrival),
    fails: ['arrival_notices', 'new.order_id = $ and not new.is_due'],
    run: (onError) =>
      mailDueArrivals({ pool, clock: site.depsAt(2).payments.clock, siteOrigin: 'http://localhost' }, onError),
    isDone: 'select 1 from arrival_notices where order_id = $1 and not is_due',
  },
  'rule changes': ruleChanges(pool, () => onePairOf(site.sale)),
  'review invitations': {
    items: () => canceledSales(),
    fails: ['order_review_invitations', 'new.order_id = $'],
    run: (onError) => inviteReviewers({ pool, siteOrigin: 'http://localhost' }, onError),
    isDone: 'select 1 from order_review_invitations where order_id = $1',
  },
  bills: {
    items: () => onePairOf(site.sale),
    fails: ['issued_documents', "new.kind = 'invoice' and new.subject_id = $"],
    run: (onError) => billOrders({ ...testDocuments(pool), clock: site.depsAt(0).payments.clock }, onError),
    isDone: "select 1 from issued_documents where kind = 'invoice' and subject_id = $1",
    again: 'update orders set bill_at = now() where id = $1 and bill_at is not null',
  },
  documents: {
    items: async () => {
      const pair = await onePairOf(site.sale);
      await billNow(pool);
      const ids = await sql("select id from issued_documents where kind = 'invoice' and subject_id = any($1)", pair);
      await sql(
        'delete from documents_to_render where document_id <> all($1)',
        ids.map(({ id }) => id),
      );
      return [ids[0].id, ids[1].id];
    },
    fails: ['document_files', 'new.document_id = $'],
    run: (onError) => renderDue(testDocuments(pool), onError),
    isDone: 'select 1 from document_files where document_id = $1',
    again: 'update documents_to_render set due_at = now() where document_id = $1',
  },
  'shipment board': {
    items: () => onePairOf(site.sale),
    fails: ['shipment_states', 'new.order_id = $'],
    run: (onError) => refreshBoard(pool, testNow(), onError),
    isDone: 'select 1 from shipment_states where order_id = $1',
  },
  claims: {
    items: () =>
      twice(async () => {
        const { order, buyer, booking } = await site.sale();
        await site.payInCash(booking);
        await site.complete(order);
        const { body } = await site.open(order, { who: buyer });
        return body.claim.id as number;
      }),
    fails: ['claims', "new.id = $ and new.state = 'under_review'"],
    run: (onError) => advanceClaims({ bookings: site.depsAt(6) }, onError),
    isDone: "select 1 from claims where id = $1 and state = 'under_review'",
  },
  seals: {
    items: async () => {
      await site.sale();
      return ['audit', 'ledger'];
    },
    fails: ['seals', "new.chain = '$'"],
    run: (onError) => sealAll(pool, undefined, onError),
    isDone: 'select 1 from seals where chain = $1',
  },
  retention: {
    items: async () => {
      await sql(`insert into contact_messages (from_name, from_email, subject, message, created_at)
        values ('A', 'a@b.example', 'Hello', 'Hello', now() - interval '9 years')`);
      await sql("insert into request_counts (subject, began_at, hits) values ('old', now() - interval '9 days', 1)");
      return ['contactMessages', 'requestCounts'];
    },
    fails: ['contact_messages', "'$' = 'contactMessages'", 'delete'],
    run: (onError) => applyRetention({ pool, uploads, mailFolder: join(folder, 'mails') }, onError),
    isDone: `select 1 where case $1 when 'contactMessages'
      then not exists (select 1 from contact_messages where created_at < now() - interval '8 years')
      else not exists (select 1 from request_counts where began_at < now() - interval '8 days') end`,
  },
  'contact messages': {
    items: () =>
      twice(async () => {
        const [{ id }] = await sql(`insert into contact_messages (from_name, from_email, subject, message, forward_at)
          values ('A', 'a@b.example', 'Hello', 'Hello', now()) returning id`);
        await sql('update contact_messages set subject = id::text where id = $1', id);
        return id as number;
      }),
    run: () => forwardDueMessages(pool, async ({ subject }) => refusePoison(subject), log),
    isDone: 'select 1 from contact_messages where id = $1 and forward_at is null',
    again: 'update contact_messages set forward_at = now() where id = $1',
  },
  emails: {
    items: () =>
      twice(async () => {
        await queueMail(pool, { to: 'a@b.example', subject: 'x', text: 'x', html: 'x' });
        const [{ id }] = await sql(
          "update mail_outbox set subject = id::text, to_address = id || '@b.example' where subject = 'x' returning id",
        );
        return id as number;
      }),
    run: async () => {
      const deliver = async ({ subject }: { subject: string }) => refusePoison(subject);
      const retryDelay = () => 60_000;
      const stop = startMailWorker({ pool, deliver, log, messageIdHost: 'quay.example', pollMs: 10, retryDelay });
      const due = 'select 1 from mail_outbox where sent_at is null and next_attempt_at <= now()';
      await expect.poll(() => sql(due), { timeout: 10_000 }).toEqual([]);
      await stop();
    },
    isDone: 'select 1 from mail_outbox where id = $1 and sent_at is not null',
    again: 'update mail_outbox set next_attempt_at = now() where id = $1',
  },
};
