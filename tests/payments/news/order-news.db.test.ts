import { beforeEach, expect, test } from 'vitest';
import { NEWS_PARTIES, type NewsParty, type OrderNews, TOLD } from '#features/payments/order-acts/model/order-news.ts';
import { PAGE_PARTIES, PAGES, type PageParty } from '#features/payments/order-acts/model/page-news.ts';
import { signIn, signInAdmin } from '../../support/data/accounts.ts';
import { beginOrderPages } from '../../support/mail/order-page-lines.ts';
import { work } from '../../support/mail/order-scenes.ts';
import { beginWalks, WALKS } from '../../support/mail/walks.ts';
import { patternOf } from '../../support/messages/pattern-of.ts';
import { postJson } from '../../support/server/test-app.ts';

const site = await beginWalks();
const { pool } = site;
const linesOf = await beginOrderPages(pool);
const finance = await signInAdmin(pool, { role: 'finance' });
const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const emailOf = async (id: number) => (await sql('select email from users where id = $1', id))[0].email as string;

/** The contact address that tests enter at the checkout. Orders of earlier tests have lost it. */
const CONTACT = 'amina@buyers.example';

beforeEach(async () => {
  await pool.query('delete from request_counts');
});

/** The subjects of the emails to each party, and the lines that the page of the order gains for its buyer and its seller. */
type Heard = { mails: Record<NewsParty, string[]>; lines: Partial<Record<PageParty, string[]>> };

const newestOrder = async () => (await sql('select max(id)::int as id from orders'))[0].id as number;
const readersOf = (news: OrderNews) => PAGE_PARTIES.filter((party) => 'says' in PAGES[news][party]);

/** Lets an event happen, and reads emails and pages. */
async function hear(news: OrderNews): Promise<Heard> {
  const { order, cars, act, ...people } = await WALKS[news]();
  const { buyer, seller } = people;
  const readers = readersOf(news);
  const read = (of: number, after: OrderNews | null) =>
    Promise.all(readers.map((party) => linesOf(of, people[party], after)));
  const waiting = await signIn(pool);
  for (const car of cars)
    await sql('insert into waiting_buyers (listing_id, user_id) values ($1, $2)', car, waiting.id);
  await work();
  const before = order === null ? [] : await read(order, null);
  await sql('truncate mail_outbox');
  await act();
  await work();
  const after = readers.length === 0 ? [] : await read(order ?? (await newestOrder()), news);
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
  return {
    mails: { buyer: told('buyer'), seller: told('seller'), office: told('office'), waiting: told('waiting') },
    lines: Object.fromEntries(
      readers.map((party, nth) => [party, after[nth]?.filter((line) => !before[nth]?.includes(line))]),
    ),
  };
}

const heard = new Map<OrderNews, Promise<Heard>>();

/** Lets each event happen once for all tests. */
function heardOf(news: OrderNews): Promise<Heard> {
  const known = heard.get(news) ?? hear(news);
  heard.set(news, known);
  return known;
}

function mailsIn(news: OrderNews, party: NewsParty) {
  const cell = TOLD[news][party];
  return 'mails' in cell ? cell.mails : [];
}

const EVENTS = Object.keys(WALKS) as OrderNews[];

test.each(EVENTS)('%s: the parties get the emails of the table, in its sequence', async (news) => {
  const expected = NEWS_PARTIES.map((party) => [
    party,
    mailsIn(news, party).map((id) => expect.stringMatching(patternOf(id))),
  ]);
  expect((await heardOf(news)).mails).toEqual(Object.fromEntries(expected));
});

const talking = EVENTS.flatMap((news) => (readersOf(news).length === 0 ? [] : [[news, readersOf(news)] as const]));

test.each(talking)('%s: the order page shows it to %j', async (news, parties) => {
  const { lines } = await heardOf(news);
  for (const party of parties) {
    const said = PAGES[news][party];
    expect(lines[party], party).toContainEqual(expect.stringMatching(patternOf('says' in said ? said.says : '')));
  }
});

test('refuses reviews of a hold whose money came after its end', async () => {
  const { order, buyer, seller, act } = await WALKS.transfer_late();
  await act();
  for (const { cookie } of [buyer, seller]) {
    const review = { rating: 4, text: 'As agreed.' };
    expect((await postJson(site.app, `/api/orders/${order}/reviews`, review, { cookie })).status).toBe(409);
  }
});
