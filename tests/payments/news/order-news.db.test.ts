import { beforeEach, expect, test } from 'vitest';
import { NEWS_PARTIES, type NewsParty, type OrderNews, TOLD } from '#features/payments/order-acts/model/order-news.ts';
import { signIn, signInAdmin } from '../../support/data/accounts.ts';
import { type Scene, work } from '../../support/mail/order-scenes.ts';
import { beginWalks, WALKS } from '../../support/mail/walks.ts';
import { patternOf } from '../../support/messages/pattern-of.ts';
import { postJson } from '../../support/server/test-app.ts';

const site = await beginWalks();
const { pool } = site;
const finance = await signInAdmin(pool, { role: 'finance' });
const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const emailOf = async (id: number) => (await sql('select email from users where id = $1', id))[0].email as string;

/** The contact address that tests enter at the checkout. Orders of earlier tests have lost it. */
const CONTACT = 'amina@buyers.example';

beforeEach(async () => {
  await pool.query('delete from request_counts');
});

/** Runs an act and returns the subjects of the emails to each party. */
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

function mailsIn(news: OrderNews, party: NewsParty) {
  const cell = TOLD[news][party];
  return 'mails' in cell ? cell.mails : [];
}

test.each(Object.entries(WALKS))('%s: the parties get the emails of the table, in its sequence', async (news, walk) => {
  const told = await mailsOf(await walk());
  const expected = NEWS_PARTIES.map((party) => [
    party,
    mailsIn(news as OrderNews, party).map((id) => expect.stringMatching(patternOf(id))),
  ]);
  expect(told).toEqual(Object.fromEntries(expected));
});

test('refuses reviews of a hold whose money came after its end', async () => {
  const { order, buyer, seller, act } = await WALKS.transfer_late();
  await act();
  for (const { cookie } of [buyer, seller]) {
    const review = { rating: 4, text: 'As agreed.' };
    expect((await postJson(site.app, `/api/orders/${order}/reviews`, review, { cookie })).status).toBe(409);
  }
});
