import { randomUUID } from 'node:crypto';
import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { addCars } from '../catalog/cars.ts';
import { signIn } from '../data/accounts.ts';
import { type Buyer, CARD, cardNumber, newTransaction } from '../payments/paying.ts';
import { acceptLicense } from '../payments/ready-order.ts';
import { clockAhead, dayFromNow } from '../runner/test-clock.ts';
import { getJson, postForm, postJson } from '../server/test-app.ts';
import { fail, type Held, report, type Scene, site, sql, work } from './order-scenes.ts';

const office = () => ({ cookie: site.admin.cookie });
/** Amounts in cents. */
export const SECURITY = 20_000;
const DAY_CENTS = 10_000;
const CHARGE = 15_000;

type Rented = Held & { booking: number };

/** The newest terms, with a security deposit. Other orders keep terms without one. */
const SECURED = 0;
export async function addSecuredTerms(): Promise<void> {
  await sql('alter table order_terms disable trigger user');
  await sql(
    `insert into order_terms select (jsonb_populate_record(t, jsonb_build_object('version', $1::int, 'security_cents', $2::int))).*
     from order_terms t order by t.version desc limit 1`,
    SECURED,
    SECURITY,
  );
  await sql('alter table order_terms enable trigger user');
}

async function offeredForRent() {
  const [car = 0] = await addCars(site.pool, [{ make: 'BYD', model: 'Dolphin', priceCents: DAY_CENTS, offer: 'Rent' }]);
  const seller = await signIn(site.pool);
  await sql('update listings set user_id = $2 where id = $1', car, seller.id);
  await sql('delete from request_counts');
  return { car, seller };
}

/** Books a car for two days, with the registration fee. */
const rent = (buyer: Buyer, car: number, inDays: number) =>
  site.calls.buy(buyer, car, 200, {
    ...{ start_date: dayFromNow(inDays), end_date: dayFromNow(inDays + 2) },
    transaction_id: newTransaction(),
  });

/** A rental that begins `inDays` from today, with the deposit paid and no license sent. */
async function booked(inDays = 0, who?: Buyer): Promise<Rented> {
  const { car, seller } = await offeredForRent();
  const buyer = who ?? (await signIn(site.pool));
  const { order_id: order, booking_id: booking } = await rent(buyer, car, inDays);
  return { order, booking, buyer, seller, cars: [car] };
}

async function cancel({ buyer, booking }: Rented): Promise<void> {
  const own = (await site.calls.bookings(buyer)).find((one: { booking_id: number }) => one.booking_id === booking);
  await site.calls.cancel(buyer, booking, own.cancellation.refund);
}

/** A fully paid rental with an accepted license. */
export async function rental(inDays = 0): Promise<Rented> {
  const rented = await booked(inDays);
  await acceptLicense(site.pool, rented.order);
  await site.payInCash(rented.booking);
  await work();
  return rented;
}

export const charge = ({ order }: Held) => {
  const fields: [string, string | File][] = [
    ['key', randomUUID()],
    ['kind', 'damage'],
    ['amount_cents', String(CHARGE)],
    ['reason', 'A scratch on the door.'],
    ['evidence', new File(['%PDF-1.4\n% a repair bill\n%%EOF\n'], 'bill.pdf')],
  ];
  return postForm(site.app, `/api/admin/orders/${order}/charges`, fields, office());
};

export const moveSecurity =
  (kind: 'taken' | 'returned') =>
  ({ order }: Held) =>
    site.office(`orders/${order}/security`, { key: randomUUID(), kind, method: 'cash', amount_cents: SECURITY });

/** Has the security deposit held on a card of the renter. */
export const holdCard = ({ order, buyer }: Held, formData: object = CARD) =>
  postJson(
    site.app,
    `/api/orders/${order}/card-hold`,
    { payment_method: 'credit_card', formData, transaction_id: newTransaction(), amount_cents: SECURITY },
    { cookie: buyer.cookie },
  );

/** A paid rental whose terms ask for a security deposit. */
export async function secured(): Promise<Rented> {
  const rented = await rental();
  await sql('update orders set terms_version = $2 where id = $1', rented.order, SECURED);
  return rented;
}

type Deposited = Rented & { payment: number };
async function withHold(rented: Rented): Promise<Deposited> {
  await holdCard(rented);
  const [{ payment }] = await sql(
    'select max(payment_id)::int as payment from card_holds where order_id = $1',
    rented.order,
  );
  return { ...rented, payment };
}

export const pickUp = ({ order }: Held) => report(order, { step: 'pick_up' });
export const bringBack = ({ order }: Held) => report(order, { step: 'return' });
/** A car that came back with damage, and whose deposit is held on a card. */
export async function damaged(): Promise<Deposited> {
  const rented = await withHold(await secured());
  await pickUp(rented);
  await charge(rented);
  await bringBack(rented);
  return rented;
}
export const releaseHold = ({ order, payment }: Deposited) =>
  site.office(`orders/${order}/card-hold/release`, { payment });
export const captureHold = ({ order, payment }: Deposited) =>
  site.office(`orders/${order}/card-hold/capture`, { payment, amount_cents: CHARGE });

/** The payment worker checks the newest hold of an order, as if it were some days later. */
async function settleHold({ order }: Held, daysLater = 0): Promise<void> {
  await sql(
    'update payments set due_at = now() where id in (select payment_id from card_holds where order_id = $1)',
    order,
  );
  await settleDuePayments({ ...site.depsAt(daysLater).payments, clock: clockAhead(daysLater) }, fail);
}

const sendLicense = ({ order, buyer }: Held) => {
  const fields: [string, string | File][] = [
    ['born_on', '1990-05-01'],
    ['valid_until', '2099-01-01'],
    ['file', new File(['%PDF-1.4\n% a license\n%%EOF\n'], 'license.pdf')],
  ];
  return postForm(site.app, `/api/orders/${order}/driver`, fields, { cookie: buyer.cookie });
};
/** A rental whose license was sent, and the answer of staff. */
async function licensed(said: object): Promise<Scene> {
  const rented = await booked();
  const { hash } = (await sendLicense(rented)).body;
  const check = { born_on: '1990-05-01', valid_until: '2099-01-01', hash, ...said };
  return { ...rented, act: () => site.office(`orders/${rented.order}/driver/check`, check) };
}

const askLonger = ({ order, buyer }: Held) =>
  postJson(
    site.app,
    `/api/orders/${order}/extensions`,
    { last_day: dayFromNow(3), total_cents: 2 * DAY_CENTS * 1.08 },
    { cookie: buyer.cookie },
  );
/** A rental whose renter asks for an extension, and the answer of the owner, or the renter’s withdrawal. */
async function answered(answer: 'accepted' | 'declined' | 'withdrawn'): Promise<Scene> {
  const rented = await rental();
  const { body } = await askLonger(rented);
  const path = `/api/orders/${rented.order}/extensions/${body.items[0].id}/answer`;
  const { cookie } = answer === 'withdrawn' ? rented.buyer : rented.seller;
  return { ...rented, act: () => postJson(site.app, path, { answer }, { cookie }) };
}

/** Events of rentals. */
export const RENTAL_WALKS = {
  rental_charged: async () => {
    const rented = await rental();
    await pickUp(rented);
    return { ...rented, act: () => charge(rented) };
  },
  rental_moved: async () => {
    const rented = await rental(2);
    const path = `/api/booking/${rented.booking}`;
    const booking = (await getJson(site.app, path, site.admin.cookie)).body;
    const to = { booking_start_date: dayFromNow(3), booking_end_date: dayFromNow(5) };
    return { ...rented, act: () => postJson(site.app, path, { ...booking, ...to }, { ...office(), method: 'PUT' }) };
  },
  fee_added: async () => {
    const canceled = await booked(3);
    const rented = await booked(3, canceled.buyer);
    return { ...rented, act: () => cancel(canceled) };
  },
  fee_removed: async () => {
    const { buyer } = await booked(3);
    const { car, seller } = await offeredForRent();
    return { order: null, buyer, seller, cars: [car], act: () => rent(buyer, car, 3) };
  },
  security_taken: async () => {
    const rented = await rental();
    return { ...rented, act: () => moveSecurity('taken')(rented) };
  },
  security_returned: async () => {
    const rented = await rental();
    await moveSecurity('taken')(rented);
    return { ...rented, act: () => moveSecurity('returned')(rented) };
  },
  deposit_failed: async () => {
    const rented = await secured();
    site.gateway.loseResponse('authorise');
    await holdCard(rented, cardNumber('4000000000000002'));
    return { ...rented, act: () => settleHold(rented, 0.001) };
  },
  deposit_held: async () => {
    const rented = await secured();
    return { ...rented, act: () => holdCard(rented) };
  },
  deposit_released: async () => {
    const rented = await withHold(await secured());
    return { ...rented, act: () => releaseHold(rented) };
  },
  deposit_taken: async () => {
    const rented = await damaged();
    return { ...rented, act: () => captureHold(rented) };
  },
  deposit_lost: async () => {
    const rented = await damaged();
    await site.gateway.release({ paymentId: rented.payment, attempt: 1, amountCents: SECURITY } as never);
    return { ...rented, act: () => captureHold(rented) };
  },
  deposit_ends: async () => {
    const rented = await withHold(await secured());
    await pickUp(rented);
    const act = async () => {
      const soon = "expires_at = now() + interval '20 hours', changed_at = now() - interval '1 hour'";
      await sql(`update payments set ${soon} where id = $1`, rented.payment);
      await settleHold(rented);
    };
    return { ...rented, act };
  },
  license_sent: async () => {
    const rented = await booked();
    return { ...rented, act: () => sendLicense(rented) };
  },
  license_accepted: () => licensed({ accepted: true }),
  license_refused: () => licensed({ accepted: false, reason: 'The back is missing.' }),
  extension_asked: async () => {
    const rented = await rental();
    return { ...rented, act: () => askLonger(rented) };
  },
  extension_accepted: () => answered('accepted'),
  extension_declined: () => answered('declined'),
  extension_withdrawn: () => answered('withdrawn'),
} satisfies Partial<Record<OrderNews, () => Promise<Scene>>>;
