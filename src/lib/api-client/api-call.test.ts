import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { callsOf, href, type ResponseOf, type Unchecked } from './api-call.ts';
import { ApiClient, type ApiRequest } from './api-client.ts';

const digits = z.string().transform(Number);
const car = z.object({ id: z.int(), make: z.string() });
const carContract = {
  find: {
    query: z.object({
      make: z.string().optional(),
      sort: z.enum(['price', 'year']).optional(),
      page: digits.optional(),
    }),
    responses: { 200: z.object({ cars: z.array(car) }) },
  },
  one: { params: z.object({ id: digits }), responses: { 200: car } },
  search: { query: z.object({ q: z.string() }), responses: { 200: z.array(car) } },
  change: {
    params: z.object({ id: digits }),
    body: z.object({ make: z.string(), doors: z.int().optional() }),
    responses: { 200: car, 202: z.object({ later: z.boolean() }) },
  },
  visit: { params: z.object({ id: digits }), responses: { 200: z.object({ flag: z.literal('1') }) } },
};
const carCalls = callsOf<typeof carContract>({
  find: 'GET /api/api/cars',
  one: 'GET /api/cars/:id',
  search: 'GET /api/cars/search',
  change: 'PUT /api/cars/:id',
  visit: 'POST /api/cars/:id/visits',
});

function recordingClient(body: unknown = {}) {
  const sent: ApiRequest[] = [];
  const api = new ApiClient(async (request) => {
    sent.push(request);
    return { status: 200, text: async () => JSON.stringify(body) };
  });
  return { api, sent };
}

test('sends the method, the path with parameters and query filled in, and the body of a call', async () => {
  const { api, sent } = recordingClient();
  await api.call(carCalls.find);
  await api.call(carCalls.find, { query: { make: 'BYD Auto', page: 2, sort: undefined } });
  await api.call(carCalls.one, { params: { id: '7/8' } });
  await api.call(carCalls.change, { params: { id: 7 }, body: { make: 'BYD' } });
  await api.call(carCalls.visit, { params: { id: 7 } });
  expect(sent).toEqual([
    { method: 'GET', url: '/api/api/cars' },
    { method: 'GET', url: '/api/api/cars?make=BYD+Auto&page=2' },
    { method: 'GET', url: '/api/cars/7%2F8' },
    { method: 'PUT', url: '/api/cars/7', json: { make: 'BYD' } },
    { method: 'POST', url: '/api/cars/7/visits', json: {} },
  ]);
});

test('href builds the URL of a call, with or without its query', () => {
  expect(href(carCalls.search, { query: { q: 'van' } })).toBe('/api/cars/search?q=van');
  expect(href(carCalls.search)).toBe('/api/cars/search');
  expect(href(carCalls.visit, { params: { id: 7 } })).toBe('/api/cars/7/visits');
});

test('a response has the type of its schemas, over all success statuses', async () => {
  const { api } = recordingClient({ id: 7, make: 'BYD' });
  const found = await api.call(carCalls.one, { params: { id: 7 } });
  expect(found.make).toBe('BYD');
  expectTypeOf(found).toEqualTypeOf<{ id: number; make: string }>();
  expectTypeOf<ResponseOf<typeof carContract.change>>().toEqualTypeOf<
    { id: number; make: string } | { later: boolean }
  >();
  // @ts-expect-error: no such field in the response
  void found.model;
});

/** Never called: `npm run typecheck` fails when one of these lines compiles. */
function compileErrors(api: ApiClient, typed: Unchecked) {
  const body = { make: 'BYD' };
  void api.call(carCalls.find, { query: { sort: typed } });
  // @ts-expect-error: no such query field
  void api.call(carCalls.find, { query: { maker: 'BYD' } });
  // @ts-expect-error: not one of the values
  void api.call(carCalls.find, { query: { sort: 'prize' } });
  // @ts-expect-error: missing parameters
  void api.call(carCalls.one);
  // @ts-expect-error: missing query
  void api.call(carCalls.search);
  // @ts-expect-error: missing body
  void api.call(carCalls.change, { params: { id: 7 } });
  // @ts-expect-error: missing field of the body
  void api.call(carCalls.change, { params: { id: 7 }, body: { doors: 4 } });
  // @ts-expect-error: no such field of the body
  void api.call(carCalls.change, { params: { id: 7 }, body: { make: 'BYD', model: 'Seal' } });
  // @ts-expect-error: the call has no body
  void api.call(carCalls.visit, { params: { id: 7 }, body });
  // @ts-expect-error: an argument too many
  void api.call(carCalls.find, {}, {});
  // @ts-expect-error: a path is not a call
  void api.call('GET /api/cars');
  // @ts-expect-error: missing parameters
  href(carCalls.one);
  callsOf<Pick<typeof carContract, 'find' | 'one'>>({
    find: 'GET /api/cars',
    one: 'GET /api/cars/:id',
    // @ts-expect-error: a call that the contract does not have
    none: 'GET /api/none',
  });
  // @ts-expect-error: a call of the contract is missing
  callsOf<Pick<typeof carContract, 'find' | 'one'>>({ find: 'GET /api/cars' });
}
void compileErrors;
