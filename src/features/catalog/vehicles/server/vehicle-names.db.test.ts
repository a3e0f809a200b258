import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { sellingCalls } from '../../../../../tests/support/catalog/selling.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { VehicleFinder } from './add-vehicles.ts';
import { loadCatalog, VehicleCatalog } from './vehicle-catalog.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: string;
let calls: ReturnType<typeof sellingCalls>;
let seller: { cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  await loadCatalog(pool);
  app = await testApp(pool);
  admin = (await signInAdmin(pool)).cookie;
  calls = sellingCalls(app, admin);
  seller = await signIn(pool);
});

/** Lists a car and has a moderator publish it. */
async function publish(make: string, model: string): Promise<number> {
  const { id } = (await calls.list(seller, { make, model, vin: '' })).body;
  await calls.decide(id, { decision: 'approve', version: 1 });
  return id;
}

const asked = async () => (await getJson(app, '/api/admin/vehicle-names', admin)).body.names;
const askedAs = async (name: string) =>
  (await asked()).find(({ make, model }: { make: string; model: string | null }) => (model ?? make) === name);
const approve = (kind: string, id: number, name: string) =>
  postJson(app, `/api/admin/vehicle-names/${kind}/${id}/approval`, { name }, { cookie: admin });
const merge = (kind: string, id: number, into: object) =>
  postJson(app, `/api/admin/vehicle-names/${kind}/${id}/merge`, into, { cookie: admin });
const carOf = async (id: number) =>
  (await pool.query('select make, model, make_id, model_id from listings where id = $1', [id])).rows[0];
const knownNames = async () => {
  const { makes, models } = await new VehicleCatalog(pool).vehicles();
  return [...makes, ...models].map(({ name }) => name);
};
const landingPagesOf = async (id: number) => {
  const page = await getJson(await testApp(pool), `/api/api/listings/${id}`);
  return page.body.landingPages;
};
const landing = (make: string, model: string) =>
  getJson(app, `/api/stock?rentSell=Sell&make=${encodeURIComponent(make)}&model=${encodeURIComponent(model)}`);

test('asks about a new model although its car is public, and shows it to search only once it is approved', async () => {
  const id = await publish('Toyota', 'Corolla Wanderer');
  expect(await landingPagesOf(id)).toBe('make');
  expect(await knownNames()).not.toContain('Corolla Wanderer');
  const name = await askedAs('Corolla Wanderer');
  expect(name).toMatchObject({
    kind: 'model',
    make: 'Toyota',
    make_is_asked: false,
    cars: 1,
    public_cars: 1,
    addresses: 1,
    likely: { make: 'Toyota', model: 'Corolla' },
  });
  expect((await landing('Toyota', 'Corolla Wanderer')).status).toBe(404);
  expect((await landing('Toyota', 'Corolla')).status).toBe(200);
  expect((await approve('model', name.id, 'Corolla Wanderer')).status).toBe(200);
  expect(await knownNames()).toContain('Corolla Wanderer');
  expect(await landingPagesOf(id)).toBe('model');
  expect(await askedAs('Corolla Wanderer')).toBeUndefined();
  expect((await approve('model', name.id, 'Corolla Wanderer')).status).toBe(409);
});

test('approves a corrected name, also in its cars, and keeps the old one as an alias', async () => {
  const id = await publish('Wanderrer', 'W 24');
  const [make, model] = [await askedAs('Wanderrer'), await askedAs('W 24')];
  expect(await landingPagesOf(id)).toBe('none');
  expect((await approve('model', model.id, 'W 24')).status).toBe(409);
  expect((await approve('make', make.id, 'Toyota')).status).toBe(409);
  expect((await approve('make', make.id, 'Wanderer')).status).toBe(200);
  expect((await approve('model', model.id, 'W24')).status).toBe(200);
  expect(await carOf(id)).toMatchObject({ make: 'Wanderer', model: 'W24' });
  const finder = await VehicleFinder.open(pool, { newMakes: false, dryRun: false });
  expect(await finder.find('Wanderrer', 'W 24')).toMatchObject({ make: 'Wanderer', model: 'W24' });
});

test('merges a model with its cars, also one that is being paid for; old addresses and later imports lead to the other', async () => {
  const id = await publish('Toyota', 'Corolla Wandrer');
  const claimed = await publish('Toyota', 'Corolla Wandrer');
  await pool.query(
    `with payment as (
       insert into payments (user_id, transaction_id, body_hash, amount_cents, method, contact_email, expires_at)
       select id, 'TR1', '', 100, 'paypal', email, now() from users limit 1 returning id
     )
     insert into sale_claims select $1, id from payment`,
    [claimed],
  );
  const name = await askedAs('Corolla Wandrer');
  const merged = await merge('model', name.id, { make: '一汽丰田', model: '卡罗拉' });
  expect([merged.status, merged.body.cars]).toEqual([200, 2]);
  for (const car of [id, claimed]) expect(await carOf(car)).toMatchObject({ make: 'Toyota', model: 'Corolla' });
  expect(await askedAs('Corolla Wandrer')).toBeUndefined();
  expect(await knownNames()).not.toContain('Corolla Wandrer');
  const finder = await VehicleFinder.open(pool, { newMakes: false, dryRun: false });
  expect(await finder.find('Toyota', 'Corolla Wandrer')).toMatchObject({ model: 'Corolla' });
  expect(finder.newModels).toEqual([]);
  expect((await merge('model', name.id, { make: 'Toyota', model: 'Camry' })).status).toBe(409);
});

test('merges a make: its models join those of the other or move there', async () => {
  const corolla = await publish('Toyyotta', 'Corolla');
  const own = await publish('Toyyotta', 'Zelas Extra');
  const make = await askedAs('Toyyotta');
  expect(make).toMatchObject({ cars: 2, addresses: 3 });
  expect((await merge('make', make.id, { make: 'Nothing Known' })).status).toBe(409);
  expect((await merge('make', make.id, { make: 'Toyota' })).body.cars).toBe(2);
  expect(await carOf(corolla)).toMatchObject({ make: 'Toyota', model: 'Corolla' });
  expect(await carOf(own)).toMatchObject({ make: 'Toyota', model: 'Zelas Extra' });
  expect(await askedAs('Zelas Extra')).toMatchObject({ make: 'Toyota', make_is_asked: false });
  expect(await askedAs('Toyyotta')).toBeUndefined();
  const finder = await VehicleFinder.open(pool, { newMakes: false, dryRun: false });
  expect(await finder.find('Toyyotta', 'Corolla')).toMatchObject({ make: 'Toyota', model: 'Corolla' });
  const vehicles = await new VehicleCatalog(pool).vehicles();
  expect(vehicles.makeByKey.get('toyyotta')?.name).toBe('Toyota');
});

test('merges a make whose model was merged in the other make before', async () => {
  await publish('Toyota', 'Camry Wandrer');
  const model = await askedAs('Camry Wandrer');
  expect((await merge('model', model.id, { make: 'Toyota', model: 'Camry' })).status).toBe(200);
  const car = await publish('Tojota', 'Camry Wandrer');
  expect((await merge('make', (await askedAs('Tojota')).id, { make: 'Toyota' })).body.cars).toBe(1);
  expect(await carOf(car)).toMatchObject({ make: 'Toyota', model: 'Camry' });
  expect((await landing('Tojota', 'Camry Wandrer')).body).toMatchObject({ make: 'Toyota', model: 'Camry' });
});

test('never merges into itself, into a name that waits, or twice', async () => {
  await publish('Zonda', 'Cirkel');
  await publish('Zonda', 'Cirkle');
  const [make, one, other] = [await askedAs('Zonda'), await askedAs('Cirkel'), await askedAs('Cirkle')];
  expect((await merge('make', make.id, { make: 'Zonda' })).status).toBe(409);
  expect((await merge('model', one.id, { make: 'Zonda', model: 'Cirkel' })).status).toBe(409);
  expect((await merge('model', one.id, { make: 'Zonda', model: 'Cirkle' })).status).toBe(409);
  expect((await approve('make', make.id, 'Zonda')).status).toBe(200);
  const both = await Promise.all([
    merge('model', one.id, { make: 'Toyota', model: 'Camry' }),
    merge('model', one.id, { make: 'Toyota', model: 'Corolla' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const crossed = await Promise.all([
    approve('model', other.id, 'Cirkle'),
    merge('model', other.id, { make: 'Toyota', model: 'Camry' }),
  ]);
  expect(crossed.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await pool.query(
    'select id from models m where merged_into is not null and exists (select from models t where t.id = m.merged_into and t.merged_into is not null)',
  );
  expect(rows).toEqual([]);
});

test('decides about a make and its models at the same time without an error', async () => {
  for (let round = 0; round < 2; round++) {
    await publish(`Rounda ${round}`, 'Alpha');
    const [make, model] = [
      await askedAs(`Rounda ${round}`),
      (await asked()).find(
        (name: { make: string; model: string | null }) => name.make === `Rounda ${round}` && name.model === 'Alpha',
      ),
    ];
    const answers = await Promise.all([
      merge('make', make.id, { make: 'Toyota' }),
      merge('model', model.id, { make: 'Toyota', model: 'Corolla' }),
      approve('model', model.id, 'Alpha'),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  }
});

test('a car and a model that were added with a name read before its merge follow it', async () => {
  const id = await publish('Lagonda Star', 'One');
  const { make_id: makeId, model_id: modelId } = await carOf(id);
  const finder = await VehicleFinder.open(pool, { newMakes: true, dryRun: false });
  const make = await askedAs('Lagonda Star');
  expect((await merge('make', make.id, { make: 'Toyota' })).status).toBe(200);
  const later = await finder.find('Lagonda Star', 'Two');
  expect(later).toMatchObject({ makeId });
  const added = async (model: unknown) =>
    (
      await pool.query(
        `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents, posted_at)
         select user_id, $2, $3, make, model, 'Sell', 'requested', 2020, 100, now() from listings where id = $1 returning id`,
        [id, makeId, model],
      )
    ).rows[0].id;
  const toyota = (await pool.query("select id from makes where name = 'Toyota'")).rows[0].id;
  for (const model of [modelId, (later as { modelId: number }).modelId])
    expect(await carOf(await added(model))).toMatchObject({ make: 'Toyota', make_id: toyota });
  expect(await askedAs('Two')).toMatchObject({ make: 'Toyota', cars: 1 });
  const { rows } = await pool.query('select id from models where make_id = $1 and merged_into is null', [makeId]);
  expect(rows).toEqual([]);
});

test('records each decision in the audit log', async () => {
  const { rows } = await pool.query("select action from audit_log where action like 'vehicle name%' order by id");
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['vehicle name approved', 'vehicle name merged']));
});
