import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { insertRows, type NewRow } from '#features/customs/import-rules/server/book/rule-row-store.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { detachPayments, paymentsToExport } from '#features/payments/payments/server/personal-data.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { type Buyer, newTransaction, payingCalls } from '../support/payments/paying.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { clockOfShippedRules } from '../support/runner/test-clock.ts';
import { getJson, testApp } from '../support/server/test-app.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';

const PRICE = 10_000;
const KENYA = { country: 'KE', port: 'KEMBA', buyer: 'person' };
const EMIRATES = { country: 'AE', port: 'AEJEA' };
const FOR = { name: 'The museum of Lamu', country: 'KE' };
const gateway = new ScriptedGateway();
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadSeed(pool);
  app = await testApp(pool, {}, gateway, false, clockOfShippedRules());
  calls = payingCalls(app);
});
beforeEach(async () => {
  gateway.reset();
  await pool.query('delete from request_counts');
  buyer = await signIn(pool);
  car = await newCar();
});

/** Kenya prohibits left-hand drive. */
async function newCar(offer: 'Sell' | 'Rent' = 'Sell'): Promise<number> {
  const priceCents = offer === 'Sell' ? PRICE * 100 : 5_000;
  const [id = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', year: 2022, priceCents, offer }]);
  await pool.query("update listings set steering = 'left', engine_cc = 1500 where id = $1", [id]);
  return id;
}

const rowOf = async (paymentId: number) =>
  (await pool.query('select * from payment_destinations where payment_id = $1', [paymentId])).rows[0];
const count = async (table: 'payments' | 'sale_claims') =>
  (await pool.query(`select count(*)::int as count from ${table} where listing_id = $1`, [car])).rows[0].count;
const check = async (country = 'KE') =>
  (await getJson(app, `/api/import/check?country=${country}&listing_id=${car}`)).body;

/**
 * Publishes a correction of Kenya's steering rule by two people, like another process. The version of the inventory does
 * not change, as if it had been read between its advance and the commit.
 */
async function publishSteering(changes: Record<string, string>): Promise<void> {
  const cache = new RuleBookCache(pool);
  const [[id, { record }] = ['', { record: {} }]] = [...((await cache.book()).rows.get('rules') ?? [])].filter(
    ([, row]) => row.record.country === 'KE' && row.record.gate === 'steering',
  );
  const people = [(await signInAdmin(pool)).id, (await signInAdmin(pool, { role: 'administrator' })).id];
  await withTransaction(pool, async (db) => {
    const { rows } = await db.query(
      `insert into import_rule_versions (version, reason, proposed_by, approved_by)
       select max(version) + 1, 'It was changed.', $1, $2 from import_rule_versions returning version`,
      people,
    );
    const { version } = rows[0];
    const row: NewRow = { list: 'rules', id: `${id}.${version}`, record: { ...record, ...changes, supersedes: id } };
    await insertRows(db, [row], version);
  });
}
const allowSteering = () => publishSteering({ fail: 'conditional', sentence: 'Left-hand drive needs a permit.' });
const prohibitSteering = () => publishSteering({ fail: 'prohibited', sentence: 'Right-hand drive only.' });

describe('without a destination', () => {
  test('nothing is assessed, stored or refused', async () => {
    const { status, body } = await calls.pay(buyer, car, PRICE);
    expect(status).toBe(200);
    expect(await rowOf(body.id)).toBeUndefined();
  });
});

describe('a city', () => {
  const uganda = (city: string) => ({ destination: { country: 'UG', city, buyer: 'person' } });

  test('is stored with the way there, and its booking names it', async () => {
    const paid = await calls.pay(buyer, car, PRICE, uganda('Kampala'));
    expect(paid.status).toBe(200);
    const { quote } = await rowOf(paid.body.id);
    expect(quote.door).toMatchObject({ city: 'Kampala', legs: [{ city: 'Kampala', port: 'KEMBA' }] });
    expect(quote.rows).toContainEqual({
      list: 'doorCosts',
      ids: expect.arrayContaining(['UG-inland-kampala-1', 'UG-clearing-1']),
    });
  });

  test('of another country is refused before anything is claimed or asked of the gateway', async () => {
    const { status, body } = await calls.pay(buyer, car, PRICE, uganda('Nairobi'));
    expect([status, body.fields]).toEqual([400, { city: 'We don’t know a route to this city.' }]);
    expect([await count('payments'), await count('sale_claims'), gateway.requests]).toEqual([0, 0, []]);
  });
});

describe('a car that is prohibited at the destination', () => {
  test('is refused with the reasons; nothing is claimed or asked of the gateway', async () => {
    const before = await check();
    expect(before.light).toBe('red');
    const { status, body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, shown_light: 'red' });
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toContain('Import rules prohibit this car');
    const prohibited = before.reasons.find(({ outcome }: { outcome: string }) => outcome === 'prohibited');
    expect(body.fields.destination).toContain(prohibited.sentence);
    expect(body.fields.destination).toContain(prohibited.source.title);
    expect(body.fields.buying_for).not.toBe('');
    expect([await count('payments'), await count('sale_claims'), gateway.requests]).toEqual([0, 0, []]);
    const { rows } = await pool.query("select 1 from request_counts where subject like 'pay %'");
    expect(rows).toEqual([]);
  });

  test('is sold to a buyer who names for whom it is, and the name is stored with verdict and rows', async () => {
    const paid = await calls.pay(buyer, car, PRICE, { destination: KENYA, shown_light: 'red', buying_for: FOR });
    expect(paid.status).toBe(200);
    const stored = await rowOf(paid.body.id);
    expect(stored).toMatchObject({
      country: 'KE',
      light: 'red',
      shown_light: 'red',
      buying_for: FOR.name,
      buying_for_country: 'KE',
    });
    const { quote } = stored;
    expect(quote).toMatchObject({
      listingId: car,
      at: { buyer: 'person' },
      version: stored.rules_version,
      facts: { steering: 'left', engineCc: 1500 },
      offer: { priceCents: PRICE * 100, taxCents: 80_000, feeCents: 30_000 },
      landed: { journey: { port: 'KEMBA' }, fob: { likely: PRICE * 100 } },
    });
    const reason = quote.verdict.reasons.find(({ outcome }: { outcome: string }) => outcome === 'prohibited');
    const idsOf = (list: string) => quote.rows.find((each: { list: string }) => each.list === list)?.ids ?? [];
    expect(idsOf('rules')).toContain(reason.ruleId);
    expect(idsOf('sources')).toContain(reason.sources[0].id);
    for (const { list, ids } of quote.rows) {
      const { rows } = await pool.query('select id from published_rule_rows where list = $1 and id = any($2)', [
        list,
        ids,
      ]);
      expect(rows.length, list).toBe(ids.length);
    }
  });

  test.each([
    [{ name: '', country: 'KE' }, 'buying_for.name'],
    [{ name: ' \u200b', country: 'KE' }, 'buying_for.name'],
    [{ name: 'x'.repeat(121), country: 'KE' }, 'buying_for.name'],
    [{ name: 'a\nb', country: 'KE' }, 'buying_for.name'],
    [{ name: 'a\u202eb', country: 'KE' }, 'buying_for.name'],
    [{ name: 'a\u0000b', country: 'KE' }, 'buying_for.name'],
    [{ name: 'Amina' }, 'buying_for.country'],
    [{ name: 'Amina', country: 'Kenya' }, 'buying_for.country'],
  ])('is not sold for %j', async (buying_for, field) => {
    const { status, body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, buying_for });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
    expect(await count('payments')).toBe(0);
  });
});

test('refuses unknown countries, ports of other countries, and a destination without a car', async () => {
  const pay = async (destination: object, listing: number | null = car) =>
    calls.pay(buyer, listing, PRICE, { destination });
  expect(await pay({ country: 'AQ' })).toMatchObject({ status: 404, body: { fields: { country: /KE/ } } } as never);
  expect(await pay({ country: 'KE', port: 'AEJEA' })).toMatchObject({ status: 400 });
  expect(await pay({ country: 'Kenya' })).toMatchObject({ status: 400 });
  expect(await pay(EMIRATES, null)).toMatchObject({ status: 400 });
  expect(await count('payments')).toBe(0);
});

test('stores an amber light without stopping the payment', async () => {
  expect((await check('AE')).light).toBe('amber');
  const { status, body } = await calls.pay(buyer, car, PRICE, { destination: EMIRATES, shown_light: 'amber' });
  expect(status).toBe(200);
  expect(await rowOf(body.id)).toMatchObject({ light: 'amber', buying_for: null, buying_for_country: null });
});

test('does not assess a country without rules', async () => {
  const { status, body } = await calls.pay(buyer, car, PRICE, { destination: { country: 'CA' } });
  expect(status).toBe(200);
  expect(await rowOf(body.id)).toBeUndefined();
});

test('a car for rent is not exported, so its destination does not count', async () => {
  car = await newCar('Rent');
  const { status, body } = await calls.pay(buyer, car, 50, { destination: KENYA });
  expect(status).toBe(200);
  expect(await rowOf(body.id)).toBeUndefined();
});

test('a repeated call is the same payment; with another destination it is refused', async () => {
  const transaction_id = newTransaction();
  const first = await calls.pay(buyer, car, PRICE, { transaction_id, destination: EMIRATES });
  const again = await calls.pay(buyer, car, PRICE, { transaction_id, destination: EMIRATES });
  expect(again.body.id).toBe(first.body.id);
  const other = await calls.pay(buyer, car, PRICE, { transaction_id, destination: { country: 'GE' } });
  expect(other.status).toBe(422);
  expect(await rowOf(first.body.id)).toMatchObject({ country: 'AE' });
});

describe('rules published between showing and paying', () => {
  test('a car that became prohibited is refused by the new rule, which the message says; the next check shows it', async () => {
    await allowSteering();
    expect((await check()).light).toBe('amber');
    await prohibitSteering();
    const { status, body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, shown_light: 'amber' });
    expect(status).toBe(409);
    expect(body.message).toContain('changed after you opened this page');
    expect(body.fields.destination).toContain('Right-hand drive only.');
    expect(await count('payments')).toBe(0);
    expect((await check()).light).toBe('red');
  });

  test('sells a car that is not prohibited any more, with both lights stored', async () => {
    expect((await check()).light).toBe('red');
    await allowSteering();
    const { status, body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, shown_light: 'red' });
    expect(status).toBe(200);
    expect(await rowOf(body.id)).toMatchObject({ light: 'amber', shown_light: 'red' });
    await prohibitSteering();
  });
});

test('of two simultaneous buyers, one gets the car, with the destination of the winner', async () => {
  const rival = await signIn(pool);
  const answers = await Promise.all([
    calls.pay(buyer, car, PRICE, { destination: KENYA, buying_for: FOR }),
    calls.pay(rival, car, PRICE, { destination: EMIRATES }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.id;
  const { rows } = await pool.query(
    'select d.payment_id from payment_destinations d join payments p on p.id = d.payment_id where p.listing_id = $1',
    [car],
  );
  expect(rows).toEqual([{ payment_id: won }]);
});

describe('a booking', () => {
  /** Buys the car for Kenya despite the prohibition. */
  async function buy(change: object = {}) {
    const transaction = newTransaction();
    const chosen = { destination: KENYA, shown_light: 'red', buying_for: FOR, ...change };
    await calls.pay(buyer, car, PRICE, { transaction_id: transaction, ...chosen });
    await calls.sold(buyer, car);
    return (await calls.book(buyer, car, transaction, PRICE)).body.booking_id as number;
  }
  const read = async (path: string, cookie = buyer.cookie) => (await getJson(app, path, cookie)).body;
  const receiptOf = async (id: number) => {
    const url = `/api/my-bookings/${id}/receipt`;
    const { rawPayload, headers } = await app.inject({ url, headers: { cookie: buyer.cookie } });
    return { bytes: rawPayload, name: headers['content-disposition'] };
  };
  const everything = async (id: number) => ({
    mine: (await calls.bookings(buyer)).find((each: { id: number }) => each.id === id).destination,
    whole: (await read(`/api/booking/${id}/destination`)).destination,
    receipt: await receiptOf(id),
  });

  test('shows verdict, landed cost and declaration only to its buyer and the back office', async () => {
    const shown = await check();
    const id = await buy();
    const { mine, whole } = await everything(id);
    expect(mine).toMatchObject({
      country: 'KE',
      country_name: 'Kenya',
      port_name: 'Mombasa',
      light: 'red',
      shown_light: 'red',
      sentence: shown.sentence,
      buying_for_country: 'KE',
    });
    expect(whole.check).toMatchObject({ light: 'red', reasons: shown.reasons, version: shown.version, on: shown.on });
    expect(whole.cost).toMatchObject({ port: 'KEMBA', fob: { likely: PRICE }, total: mine.landed });
    expect(whole).toMatchObject({
      buying_for: FOR.name,
      buying_for_country: 'KE',
      listing_id: car,
      port_name: 'Mombasa',
    });
    const admin = await signInAdmin(pool);
    expect(await read(`/api/booking/${id}/destination`, admin.cookie)).toEqual({ destination: whole });
    const stranger = await getJson(app, `/api/booking/${id}/destination`, (await signIn(pool)).cookie);
    expect(stranger.status).toBe(404);
  });

  test('prints light, reason, cost and date on the receipt, with the country but not the name that was declared', async () => {
    const id = await buy();
    const text = (await pdfPages((await receiptOf(id)).bytes)).join('\n').replace(/\s+/g, ' ');
    const { check: checked, cost } = (await everything(id)).whole;
    for (const words of ['Mombasa, Kenya', 'Not allowed', checked.sentence, checked.notice, 'Not legal advice'])
      expect(text).toContain(words);
    expect(text).toContain(checked.reasons[0].rule);
    expect(text).toContain(cost.missing[0].name);
    expect(text).toContain('country for this purchase: Kenya');
    expect(text).not.toContain(FOR.name);
  });

  test('is confirmed by an email with the light and the landed cost', async () => {
    const id = await buy();
    const { whole } = await everything(id);
    const { rows } = await pool.query('select text from mail_outbox order by id desc limit 1');
    expect(rows[0].text).toContain(`Import to Mombasa, Kenya: Not allowed. ${whole.check.sentence}`);
    expect(rows[0].text).toMatch(/Landed cost: .*Not legal advice/);
    expect(rows[0].text).not.toContain(FOR.name);
  });

  test('stays unchanged, with its receipt, after the rules change', async () => {
    const id = await buy();
    const before = await everything(id);
    await allowSteering();
    expect((await check()).light).toBe('amber');
    expect(await everything(id)).toEqual(before);
    const { rowCount } = await pool.query(
      "select 1 from issued_documents where subject_kind = 'booking' and subject_id = $1",
      [id],
    );
    expect(rowCount).toBe(1);
    await prohibitSteering();
  });

  test('keeps its receipt when the name is erased', async () => {
    const id = await buy();
    const before = await everything(id);
    await pool.query('update payment_destinations set buying_for = null where payment_id = $1', [
      (await calls.bookings(buyer))[0].payment_id,
    ]);
    const { whole, ...rest } = await everything(id);
    expect(rest).toEqual({ mine: before.mine, receipt: before.receipt });
    expect(whole).toEqual({ ...before.whole, buying_for: null });
  });

  test('without a destination shows none anywhere', async () => {
    const { booking_id: id } = await calls.buy(buyer, car, PRICE);
    const { mine, whole, receipt } = await everything(id);
    expect([mine, whole]).toEqual([null, null]);
    expect((await pdfPages(receipt.bytes)).join(' ')).not.toContain('Import');
  });
});

describe('the stored row', () => {
  const FIELDS = [
    'light = $$green$$',
    'quote = $${}$$',
    'country = $$AE$$',
    'buying_for = $$Other$$',
    'created_at = now()',
  ];

  test('refuses changes, deletion and truncation, and a red light without a declaration', async () => {
    const { body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, buying_for: FOR });
    const run = (sql: string) => pool.query(sql).catch((error: { code: string }) => error.code);
    for (const change of FIELDS)
      expect(await run(`update payment_destinations set ${change} where payment_id = ${body.id}`), change).toBe(
        '42501',
      );
    expect(await run(`delete from payment_destinations where payment_id = ${body.id}`)).toBe('42501');
    expect(await run('truncate payment_destinations')).toBe('42501');
    const [other] = [await newCar()];
    const plain = await calls.pay(await signIn(pool), other, PRICE);
    const copied = `insert into payment_destinations (payment_id, country, light, rules_version, assessed_on, quote)
      select ${plain.body.id}, country, light, rules_version, assessed_on, quote from payment_destinations where payment_id = ${body.id}`;
    expect(await run(copied)).toBe('23514');
  });

  test('loses only the name when the account is deleted, and is in the export before', async () => {
    const { body } = await calls.pay(buyer, car, PRICE, { destination: KENYA, buying_for: FOR });
    await pool.query("update payments set state = 'voided' where id = $1", [body.id]);
    await pool.query('delete from sale_claims where payment_id = $1', [body.id]);
    const before = await rowOf(body.id);
    expect(await paymentsToExport(pool, buyer.id)).toMatchObject([
      { destination: { country: 'KE', port: 'KEMBA', light: 'red', buying_for: FOR.name, buying_for_country: 'KE' } },
    ]);
    await detachPayments(pool, buyer.id);
    expect(await rowOf(body.id)).toEqual({ ...before, buying_for: null });
  });
});
