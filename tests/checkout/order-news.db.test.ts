import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { endOf, MOVE_NEWS } from '#features/order-acts/model/move-news.ts';
import {
  NEWS_PARTIES,
  type NewsParty,
  ORDER_NEWS,
  type OrderNews,
  TOLD,
} from '#features/order-acts/model/order-news.ts';
import { englishText } from '../../scripts/order-acts/english-text.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { WALKS } from '../support/mail/news-walks.ts';
import { type Scene, site, work } from '../support/mail/order-scenes.ts';
import { getJson } from '../support/server/test-app.ts';

const { pool } = site;
const finance = await signInAdmin(pool, { role: 'finance' });
const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const emailOf = async (id: number) => (await sql('select email from users where id = $1', id))[0].email as string;

/** The contact address that tests give at the checkout. Orders of earlier tests no longer have it. */
const CONTACT = 'amina@buyers.example';

beforeEach(async () => {
  await pool.query('delete from request_counts');
});

/** Lets something happen, and returns the subjects of the emails to each party. */
async function mailsOf({ order, buyer, seller, cars, act }: Scene): Promise<Record<NewsParty, string[]>> {
  const waiting = await signIn(pool);
  for (const car of cars)
    await sql('insert into waiting_buyers (listing_id, user_id) values ($1, $2)', car, waiting.id);
  await work();
  await sql('truncate mail_outbox');
  await act();
  await work();
  const addresses = {
    buyer: [await emailOf(buyer.id), CONTACT],
    seller: [await emailOf(seller.id)],
    office: [finance.email],
    waiting: [await emailOf(waiting.id)],
  };
  const rows = await sql('select to_address as "to", subject from mail_outbox order by id');
  await sql('update payments set contact_email = $2 where user_id = $1', buyer.id, addresses.buyer[0]);
  await sql("update claims set next_at = now() + interval '1 year' where order_id = $1 and next_at is not null", order);
  const told = (party: NewsParty) =>
    rows.filter(({ to }) => addresses[party].includes(to)).map(({ subject }) => subject);
  return { buyer: told('buyer'), seller: told('seller'), office: told('office'), waiting: told('waiting') };
}

/** A subject as it is in the catalog, with anything in place of its values. */
const subjectLike = (key: string) => {
  const parts = englishText(key).split(/\{(?:[^{}]|\{[^{}]*\})*\}/);
  const words = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return expect.stringMatching(new RegExp(`^${words.join('.+')}$`));
};

function mailsIn(news: OrderNews, party: NewsParty) {
  const cell = TOLD[news][party];
  return 'mails' in cell ? cell.mails : [];
}

test.each(Object.entries(WALKS))('%s: the parties get the emails of the table, in its sequence', async (news, walk) => {
  const told = await mailsOf(await walk());
  const expected = NEWS_PARTIES.map((party) => [party, mailsIn(news as OrderNews, party).map(subjectLike)]);
  expect(told).toEqual(Object.fromEntries(expected));
});

test.each([
  ['canceled_by_buyer', WALKS.canceled_by_buyer],
  ['canceled_unpaid', WALKS.canceled_unpaid],
  ['canceled_disputed', WALKS.canceled_disputed],
] as const)('%s: the pages of the order give its buyer and its seller this reason', async (news, walk) => {
  const { order, buyer, seller, act } = await walk();
  await act();
  const { body } = await getJson(site.app, `/api/orders/${order}`, buyer.cookie);
  expect(endOf(body.moves.at(-1))).toBe(news);
  expect((await getJson(site.app, `/api/orders/${order}/timeline`, seller.cookie)).body.ended).toBe(news);
});

test('every change of the life of an order is walked', () => {
  expect(MOVE_NEWS.filter((news) => !(news in WALKS))).toEqual([]);
});

const [ORDERS, SHIPMENTS] = ['src/features/orders/server', 'src/features/shipments/server'];
/** What takes more to happen is tested where it happens: the file, and words of its email that the file expects. */
const ELSEWHERE: Record<Exclude<OrderNews, keyof typeof WALKS>, [file: string, words: string]> = {
  invoice_changed: [`${ORDERS}/consignee/consignee.db.test.ts`, 'new pro-forma invoice'],
  account_changes: [`${ORDERS}/transfers/account-changes.db.test.ts`, 'Our bank account changes'],
  account_stays: [`${ORDERS}/transfers/account-changes.db.test.ts`, 'stays the same'],
  account_changed: [`${ORDERS}/transfers/account-changes.db.test.ts`, 'new pro-forma'],
  money_moved: ['src/features/bank-statements/server/matching/move-money.db.test.ts', 'Money for the'],
  transport_dropped: [`${SHIPMENTS}/trade-term/trade-terms.db.test.ts`, 'is not shipped by us'],
  consignee_asked: [`${ORDERS}/consignee/consignee.db.test.ts`, 'another consignee was named'],
  consignee_applied: [`${ORDERS}/consignee/consignee.db.test.ts`, 'has changed'],
  consignee_canceled: [`${ORDERS}/consignee/consignee.db.test.ts`, 'is canceled'],
  contract_accepted: [`${ORDERS}/contract/sales-contract.db.test.ts`, 'sales contract'],
  step_withdrawn: [`${SHIPMENTS}/events/withdraw-event.db.test.ts`, 'Correction about'],
  parcel_sent: [`${SHIPMENTS}/files/document-room.db.test.ts`, 'are on their way'],
  parcel_withdrawn: [`${SHIPMENTS}/files/document-room.db.test.ts`, 'was reported by mistake'],
  handed_over: ['src/features/handovers/server/handovers.db.test.ts', 'was handed over'],
  security_taken: ['tests/checkout/emailed-receipts.db.test.ts', 'We have received your security deposit'],
  security_returned: ['tests/checkout/emailed-receipts.db.test.ts', 'We have returned your security deposit'],
  rental_charged: [`${ORDERS}/rental/rental-money.db.test.ts`, 'A charge for'],
  rental_moved: ['src/features/bookings/admin/server/admin-bookings.db.test.ts', 'New dates for'],
  license_sent: ['src/features/drivers/server/drivers.db.test.ts', 'license to check'],
  license_accepted: ['src/features/drivers/server/drivers.db.test.ts', 'license is accepted'],
  license_refused: ['src/features/drivers/server/drivers.db.test.ts', 'license again'],
  extension_asked: ['src/features/rental-extensions/server/extend-rental.db.test.ts', 'wants to keep your car longer'],
  extension_accepted: ['src/features/rental-extensions/server/extend-rental.db.test.ts', 'You keep the car'],
  extension_declined: ['src/features/rental-extensions/server/extend-rental.db.test.ts', 'ends as booked'],
  deposit_released: ['src/features/card-holds/server/card-holds.db.test.ts', 'deposit is released'],
  deposit_taken: ['src/features/card-holds/server/card-holds.db.test.ts', 'We took $75.00'],
  deposit_ends: ['src/features/card-holds/server/card-holds.db.test.ts', 'ends soon'],
};

test('what is not walked here is tested where it happens, by the words of its email', () => {
  expect([...Object.keys(WALKS), ...Object.keys(ELSEWHERE)].sort()).toEqual([...ORDER_NEWS].sort());
  for (const [news, [file, words]] of Object.entries(ELSEWHERE)) {
    const subjects = NEWS_PARTIES.flatMap((party) => mailsIn(news as OrderNews, party)).map(englishText);
    expect(subjects, news).toContainEqual(expect.stringContaining(words));
    expect(readFileSync(file, 'utf8'), news).toContain(words);
  }
});
