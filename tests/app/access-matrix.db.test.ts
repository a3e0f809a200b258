import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS_OF, type Permission, ROLES } from '#features/people/sessions/model/roles.ts';
import {
  adminsOnly,
  CALLS_WITHOUT_DATA,
  type Call,
  everybody,
  type Row,
  sent,
  usersOnly,
} from '../fixtures/access-rows.ts';
import { AREA_CALLS } from '../fixtures/area-access-rows.ts';
import { CALLS_OF, OWN_LOGIN_CALLS } from '../fixtures/calls-by-permission.ts';
import { addCars } from '../support/catalog/cars.ts';
import { addUser, PASSWORD, passwordHash, sessionOf, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { CARD, newTransaction } from '../support/payments/paying.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { testApp } from '../support/server/test-app.ts';

type Principal = 'visitor' | 'owner' | 'other user' | 'seller' | 'administrator';

let app: FastifyInstance;
let pool: pg.Pool;
let owner: number;
let car: number;
const people = new Map<Principal, number>();
/** Cookie of an administrator that no call logs out. */
let admin: Promise<string> | undefined;

const PAY_ITEM = { plan_item: 1, payment_method: 'credit_card', formData: CARD };
const PROFILE = { name: 'Amina Otieno', mobile: '0712345678' };
const aboutOwner = (path: string) => () => ({ path: `${path}?id=${owner}` });
const aboutCar = (path: string) => () => ({ path: path.replace(':id', String(car)) });
const wrongPassword = sent({ password: 'not the password' });
const passwords = () => ({ body: { id: owner, opass: 'not the password', npass: PASSWORD, cpass: PASSWORD } });
const login = sent({ email: 'nobody@buyers.example', password: 'not the password' });
const reportOfYear = () => `reportScope=yearly&reportType=financials&year=${testNow().getUTCFullYear()}`;

/** Every API route. The first test fails if a route is missing here or is not served. */
const matrix: Record<string, Row> = {
  ...CALLS_WITHOUT_DATA,
  'GET /listings/featured': [everybody],
  'GET /listings/listings': [everybody],
  'GET /listings/search': [everybody],
  'GET /listings/suggestions': [everybody],
  'GET /listings/relaxations': [everybody],
  'GET /stock': [everybody],
  'GET /vehicles': [everybody],
  'GET /vehicles/ev-specs': [everybody, () => ({ path: '/vehicles/ev-specs?make=BYD&model=Seal&year=2023' })],
  'GET /listings/cards': [everybody, () => ({ path: '/listings/cards?ids=1' })],
  'GET /listings/:id': [everybody, aboutCar('/listings/:id')],
  'GET /listings/listings/:id': [everybody, aboutCar('/listings/listings/:id')],
  'GET /listings/:id/related': [everybody, aboutCar('/listings/:id/related')],
  'GET /media/:key': [[404, 404, 404, 404, 404], () => ({ path: '/media/none' })],
  'GET /media/cards/:file': [[404, 404, 404, 404, 404], () => ({ path: '/media/cards/999999-1.jpg' })],
  'POST /photos': [[401, 415, 415, 415, 403]],
  'POST /documents': [[401, 415, 415, 415, 403]],
  'GET /documents/:key': [[404, 404, 404, 404, 404], () => ({ path: `/documents/report-${'0'.repeat(32)}` })],
  'GET /export-guide': [everybody],
  'GET /about': [everybody],
  'POST /contact': [
    everybody,
    sent({ from_name: 'Amina', from_email: 'amina@buyers.example', subject: 'Seal', message: 'Is it there?' }),
  ],
  'POST /register': [
    everybody,
    sent({ ...PROFILE, mobileno: PROFILE.mobile, email: 'new@buyers.example', password: PASSWORD }),
  ],
  'POST /login': [everybody, login],
  'POST /logout': [everybody],
  'GET /session': [everybody],
  'POST /password-reset': [everybody, sent({ email: 'nobody@buyers.example' })],
  'POST /reset-password': [everybody, sent({ token: 'none', npass: PASSWORD, cpass: PASSWORD })],
  'POST /reset-password/check': [everybody, sent({ token: 'none' })],
  'POST /confirm-email': [everybody, sent({ token: 'none' })],
  'POST /undo-email-change': [everybody, sent({ token: 'none' })],
  'POST /resend-confirmation': [usersOnly],
  'POST /change-password': [[401, 200, 403, 403, 403], passwords],
  'POST /admin/change-password': [adminsOnly, passwords],
  'GET /get-profile': [[401, 200, 403, 403, 200], aboutOwner('/get-profile')],
  'POST /update-profile': [
    [401, 200, 403, 403, 200],
    () => ({ body: { ...PROFILE, id: owner, email: 'owner@buyers.example' } }),
  ],
  'GET /sessions': [usersOnly],
  'DELETE /sessions': [usersOnly],
  'DELETE /sessions/:id': [[401, 200, 404, 404, 403], ownersOtherSession],
  'GET /second-factor': [usersOnly],
  'POST /second-factor/begin': [usersOnly, wrongPassword],
  'POST /second-factor/confirm': [usersOnly, sent({ code: '000000' })],
  'POST /second-factor/disable': [usersOnly, sent({ password: 'not the password', code: '000000' })],
  'POST /second-factor/recovery-codes': [usersOnly, sent({ password: 'not the password', code: '000000' })],
  'POST /my-data': [usersOnly, wrongPassword],
  'POST /delete-account': [usersOnly, wrongPassword],
  'GET /favourites': [usersOnly],
  'POST /favourites/merge': [usersOnly, sent({ ids: [] })],
  'PUT /favourites/:id': [usersOnly, aboutCar('/favourites/:id')],
  'DELETE /favourites/:id': [usersOnly, aboutCar('/favourites/:id')],
  'GET /vin/:vin': [usersOnly],
  'POST /listings/listings': [[401, 415, 415, 415, 403]],
  'GET /my-payouts': [usersOnly],
  'GET /my-payouts/:id/statement': [[401, 404, 404, 404, 403], () => ({ path: '/my-payouts/999999/statement' })],
  'GET /my-rental-requests': [usersOnly],
  'GET /my-payout-account': [usersOnly],
  'POST /my-payout-account/code': [[401, 400, 400, 400, 403], sent({})],
  'PUT /my-payout-account': [[401, 400, 400, 400, 403], sent({})],
  'POST /my-payout-account/cancel': [[401, 409, 409, 409, 403]],
  'GET /my-listings': [usersOnly],
  'GET /my-listings/:id': [[401, 404, 404, 200, 403], aboutCar('/my-listings/:id')],
  'PUT /my-listings/:id': [[401, 400, 400, 400, 403], aboutCar('/my-listings/:id')],
  'POST /my-listings/:id/moves': [
    [401, 404, 404, 409, 403],
    () => ({ ...aboutCar('/my-listings/:id/moves')(), body: { move: 'resume', version: 1 } }),
  ],
  'DELETE /my-listings/:id': [[401, 404, 404, 404, 403], () => ({ path: '/my-listings/999999' })],
  'GET /listing-draft': [usersOnly],
  'PUT /listing-draft': [
    usersOnly,
    sent({ id: '018f6b1e-0000-7000-8000-000000000000', values: {}, photos: [], report: null, step: 1 }),
  ],
  'DELETE /listing-draft': [usersOnly],
  'POST /listings/:id/views': [everybody, aboutCar('/listings/:id/views')],
  'POST /admin/listings/:id/decision': [
    [401, 403, 403, 403, 409],
    () => ({ ...aboutCar('/admin/listings/:id/decision')(), body: { decision: 'approve', version: 1 } }),
  ],
  'GET /listings/all': [adminsOnly],
  'GET /admin/moderation': [adminsOnly],
  'POST /listings': [[401, 403, 403, 403, 415]],
  'PUT /listings/:id': [adminsOnly, () => ({ ...aboutCar('/listings/:id')(), body: {} })],
  'DELETE /listings/:id': [[401, 403, 403, 403, 404], () => ({ path: '/listings/999999' })],
  'POST /admin/listings/:id/restore': [
    [401, 403, 403, 403, 409],
    () => ({ ...aboutCar('/admin/listings/:id/restore')(), body: { version: 1 } }),
  ],
  'POST /payments': [[401, 400, 400, 400, 403], sent({})],
  'GET /my-payments/:transactionId': [[401, 404, 404, 404, 403], () => ({ path: '/my-payments/TR1' })],
  'GET /payment-options': [everybody],
  'GET /listings/:id/booked-days': [everybody, aboutCar('/listings/:id/booked-days')],
  'POST /webhooks/payments': [[400, 400, 400, 400, 400], sent({})],
  'PUT /listings/listings/:id': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/listings/listings/999999', body: { listing_status: 'sold' } }),
  ],
  'POST /booking': [[401, 400, 400, 400, 403], sent({})],
  'GET /my-bookings': [usersOnly],
  'GET /my-bookings/:id/receipt': [[401, 404, 404, 404, 403], () => ({ path: '/my-bookings/999999/receipt' })],
  'POST /my-bookings/:id/cancel': [
    [401, 404, 404, 404, 403],
    () => ({ path: '/my-bookings/999999/cancel', body: { refund: 1 } }),
  ],
  'GET /admin/dashboard': [adminsOnly],
  'GET /payments': [adminsOnly],
  'GET /payments/:id': [[401, 403, 403, 403, 404], () => ({ path: '/payments/999999' })],
  'DELETE /payments/:id': [[401, 403, 403, 403, 404], () => ({ path: '/payments/999999' })],
  'POST /admin/payments/:id/restore': [[401, 403, 403, 403, 404], () => ({ path: '/admin/payments/999999/restore' })],
  'GET /orders': [usersOnly],
  'GET /orders/:id': [[401, 404, 404, 404, 403], () => ({ path: '/orders/999999' })],
  'GET /orders/:id/documents/:document/pdf': [
    [401, 404, 404, 404, 403],
    () => ({ path: '/orders/999999/documents/999999/pdf' }),
  ],
  'POST /orders/:id/payments': [
    [401, 404, 404, 404, 403],
    () => ({ path: '/orders/999999/payments', body: { ...PAY_ITEM, transaction_id: newTransaction() } }),
  ],
  ...AREA_CALLS,
  'GET /booking': [adminsOnly],
  'GET /booking/:id': [[401, 404, 404, 404, 404], () => ({ path: '/booking/999999' })],
  'GET /booking/:id/destination': [[401, 404, 404, 404, 404], () => ({ path: '/booking/999999/destination' })],
  'PUT /booking/:id': [[401, 403, 403, 403, 400], () => ({ path: '/booking/999999', body: {} })],
  'DELETE /booking/:id': [[401, 403, 403, 403, 404], () => ({ path: '/booking/999999' })],
  'POST /admin/bookings/:id/restore': [[401, 403, 403, 403, 404], () => ({ path: '/admin/bookings/999999/restore' })],
  'GET /listings/:id/price-position': [everybody, aboutCar('/listings/:id/price-position')],
  'GET /listings/:id/reviews': [everybody, aboutCar('/listings/:id/reviews')],
  'GET /sellers/:id': [[404, 404, 404, 404, 404], () => ({ path: '/sellers/999999' })],
  'POST /reviews': [[401, 404, 404, 404, 403], sent({ booking_id: 999_999, rating: 5, text: 'As described.' })],
  'POST /reviews/:id/reply': [
    [401, 404, 404, 404, 403],
    () => ({ path: '/reviews/999999/reply', body: { text: 'Thank you.' } }),
  ],
  'GET /admin/reviews': [adminsOnly],
  'POST /admin/reviews/:id/hide': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/reviews/999999/hide', body: { reason: 'Not about the car.' } }),
  ],
  'POST /admin/reviews/:id/show': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/reviews/999999/show', body: { reason: 'It was about the car.' } }),
  ],
  'GET /admin/payments/:id/events': [adminsOnly, () => ({ path: '/admin/payments/1/events' })],
  'POST /admin/payments/:id/refund': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/payments/999999/refund', body: { reason: 'The car was damaged in port.' } }),
  ],
  'POST /admin/admin/login': [everybody, login],
  'GET /admin/session': [everybody],
  'GET /admin/second-factor': [adminsOnly],
  'POST /admin/second-factor/begin': [adminsOnly, wrongPassword],
  'POST /admin/second-factor/confirm': [adminsOnly, sent({ code: '000000' })],
  'POST /admin/second-factor/disable': [adminsOnly, sent({ password: 'not the password', code: '000000' })],
  'POST /admin/second-factor/recovery-codes': [adminsOnly, sent({ password: 'not the password', code: '000000' })],
  'GET /get-users': [[401, 403, 403, 403, 200]],
  'GET /admin/users/:id': [[401, 403, 403, 403, 200], () => ({ path: `/admin/users/${owner}` })],
  'DELETE /admin/users/:id/second-factor': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/users/999999/second-factor' }),
  ],
  'PUT /admin/users/:id/status': [
    [401, 403, 403, 403, 409],
    () => ({ path: `/admin/users/${owner}/status`, body: { status: 'Active', version: 999_999 } }),
  ],
  'DELETE /deleteUser/:id': [
    [401, 403, 403, 403, 200],
    async () => ({ path: `/deleteUser/${(await addUser(pool)).id}` }),
  ],
  'GET /admin/audit': [[401, 403, 403, 403, 200]],
  'GET /admin/messages': [[401, 403, 403, 403, 200]],
  'GET /admin/subscribers': [[401, 403, 403, 403, 200]],
  'DELETE /admin/subscribers/:id': [[401, 403, 403, 403, 404], () => ({ path: '/admin/subscribers/999999' })],
  'GET /reports': [adminsOnly, () => ({ path: `/reports?${reportOfYear()}` })],
  'GET /reports/csv': [adminsOnly, () => ({ path: `/reports/csv?${reportOfYear()}` })],
  'GET /reports/periods': [adminsOnly],
  'GET /admin/listings/csv': [adminsOnly],
  'GET /admin/users/csv': [adminsOnly],
  'GET /admin/bookings/csv': [adminsOnly],
  'GET /admin/payments/csv': [adminsOnly],
  'GET /admin/moderation/csv': [adminsOnly],
  'GET /admin/reviews/csv': [adminsOnly],
  'POST /admin/messages/:id/replies': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/messages/999999/replies', body: { text: 'Yes.', replies: 0 } }),
  ],
  'PUT /admin/messages/:id': [
    [401, 403, 403, 403, 404],
    () => ({ path: '/admin/messages/999999', body: { to: 'mine' } }),
  ],
  'GET /admin/messages/csv': [adminsOnly],
  'GET /admin/subscribers/csv': [adminsOnly],
  'GET /admin/audit/csv': [adminsOnly],
  'POST /admin/people': [
    adminsOnly,
    () => ({ body: { name: 'Jo', email: `${randomUUID()}@o.example`, role: 'support' } }),
  ],
  'PUT /admin/operator': [adminsOnly, saveOperator],
  'POST /admin/admin/logout': [[401, 403, 403, 403, 200]],
  'GET /admin/sessions': [adminsOnly],
  'DELETE /admin/sessions': [adminsOnly],
  'DELETE /admin/sessions/:id': [[401, 403, 403, 403, 404], () => ({ path: '/admin/sessions/999999999' })],
};

/** Static files of the API documentation page, which are not API calls. */
const FILES = /^\/docs(\/|\/\*|\/static\/.*)?$/;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);
  owner = (await addUser(pool, { email: 'owner@buyers.example' })).id;
  const { rows } = await pool.query<{ id: number }>(
    'update users set password_hash = $1 where id in (select user_id from listings) returning id',
    [await passwordHash()],
  );
  people
    .set('owner', owner)
    .set('other user', (await addUser(pool)).id)
    .set('seller', rows[0]?.id ?? 0);
});

/** Saves the stored values, which keeps the version. */
async function saveOperator(): Promise<Call> {
  return { body: (await app.inject('/api/operator')).json() };
}

async function ownersOtherSession(): Promise<Call> {
  await sessionOf(pool, owner);
  const { rows } = await pool.query('select max(id) as id from sessions where user_id = $1', [owner]);
  return { path: `/sessions/${rows[0].id}` };
}

async function cookieOf(principal: Principal): Promise<string> {
  if (principal === 'visitor') return '';
  return principal === 'administrator' ? (await signInAdmin(pool)).cookie : sessionOf(pool, people.get(principal) ?? 0);
}

const readers = new Map<Principal, string>();

/** Reading calls share a session until a call that may end it. */
async function cookieFor(route: string, principal: Principal): Promise<string> {
  if (!route.startsWith('GET ')) {
    readers.clear();
    return cookieOf(principal);
  }
  if (!readers.has(principal)) readers.set(principal, await cookieOf(principal));
  return readers.get(principal) ?? '';
}

/** Calls between two resets of the rate limits, which all allow this many. */
const ASKED_PER_LIMIT = 5;
let asked = 0;

async function ask(route: string, prefix: string, cookie: string, method = route.split(' ')[0] as 'GET') {
  const [, path = ''] = route.split(' ');
  if (asked++ % ASKED_PER_LIMIT === 0) await pool.query('delete from request_counts');
  const call = (await matrix[route]?.[1]?.()) ?? {};
  const { statusCode } = await app.inject({
    method,
    url: prefix + (call.path ?? path),
    headers: { cookie },
    ...(call.body !== undefined && { payload: call.body as object }),
  });
  return statusCode;
}

/** Lists the routes below /api, parsed from Fastify's printed route tree. */
function servedRoutes(): string[] {
  const parents: string[] = [];
  const served = new Set<string>();
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const found = /^(?<indent>[│ ]*)[├└]── (?<part>.*?) \((?<methods>[A-Z, ]+)\)$/u.exec(line)?.groups;
    if (!found) continue;
    const depth = (found.indent ?? '').length / 4;
    const path = (depth > 0 ? parents[depth - 1] : '') + (found.part ?? '');
    parents[depth] = path;
    const below = /^\/api(?:\/api)?(\/.*)$/.exec(path)?.[1];
    if (below === undefined || FILES.test(below)) continue;
    for (const method of (found.methods ?? '').split(', ')) if (method !== 'HEAD') served.add(`${method} ${below}`);
  }
  return [...served].sort();
}

test('the matrix lists exactly the API routes that the app serves', () => {
  expect(servedRoutes()).toEqual(Object.keys(matrix).sort());
});

const PRINCIPALS: Principal[] = ['visitor', 'owner', 'other user', 'seller', 'administrator'];
const calls = Object.keys(matrix).filter((route) => !/ \/(health|ready|docs)/.test(route));

test.each(Object.keys(matrix))(
  '%s returns the expected status for each role, under /api and /api/api',
  async (route) => {
    const [expected] = matrix[route] ?? [[]];
    for (const prefix of calls.includes(route) ? ['/api', '/api/api'] : ['/api']) {
      const statuses = [];
      for (const principal of PRINCIPALS) statuses.push(await ask(route, prefix, await cookieFor(route, principal)));
      expect(statuses, prefix).toEqual(expected);
    }
  },
);

test('every back-office call needs a permission, except calls about the caller’s login', () => {
  const office = Object.entries(matrix).filter(
    ([, [[visitor, , , , administrator]]]) => visitor === 401 && administrator !== 403,
  );
  expect([...Object.values(CALLS_OF).flat(), ...OWN_LOGIN_CALLS].sort()).toEqual(office.map(([route]) => route).sort());
});

describe.each(ROLES)('the role %s', (role) => {
  test('may make exactly the calls of its permissions', async () => {
    const reader = await signInAdmin(pool, { role });
    for (const [permission, routes] of Object.entries(CALLS_OF)) {
      const isPermitted = PERMISSIONS_OF[role].includes(permission as Permission);
      for (const route of routes) {
        const { cookie } = route.startsWith('GET ') ? reader : await signInAdmin(pool, { role });
        expect(await ask(route, '/api', cookie), route).toBe(isPermitted ? matrix[route]?.[0][4] : 403);
      }
    }
  });

  test('may only set up its login until two-factor is on', async () => {
    const { cookie } = await signInAdmin(pool, { role, secondFactor: false });
    for (const route of Object.values(CALLS_OF).flat()) expect(await ask(route, '/api', cookie), route).toBe(403);
    for (const route of OWN_LOGIN_CALLS) expect(await ask(route, '/api', cookie), route).toBe(matrix[route]?.[0][4]);
  });
});

test.each(calls)('%s is rejected under other spellings of the prefix, even for administrators', async (route) => {
  admin ??= cookieOf('administrator');
  for (const prefix of ['/API', '/api/api/api', '/api/', '/api%2fapi', '/Api/api']) {
    expect(await ask(route, prefix, await admin), prefix).toBeOneOf([400, 404, 405, 415]);
  }
});

test('HEAD is guarded like GET, and method override headers and parameters are ignored', async () => {
  for (const route of calls.filter((each) => each.startsWith('GET '))) {
    expect(await ask(route, '/api', '', 'HEAD' as 'GET'), route).toBe(matrix[route]?.[0][0]);
  }
  const cookie = await cookieOf('owner');
  const headers = { cookie, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
  await app.inject({ method: 'GET', url: '/api/sessions?_method=DELETE', headers });
  expect((await app.inject({ method: 'POST', url: '/api/sessions', headers })).statusCode).toBe(404);
});
