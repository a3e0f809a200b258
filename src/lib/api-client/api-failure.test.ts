import { expect, test } from 'vitest';
import { callsOf } from './api-call.ts';
import { ApiClient, ApiFailure } from './api-client.ts';

test('distinguishes a message of the server from a bare status', () => {
  expect(new ApiFailure(500, { message: 'Something went wrong.' })).toMatchObject({
    isExplained: true,
    message: 'Something went wrong.',
  });
  expect(new ApiFailure(502, {})).toMatchObject({ isExplained: false, message: 'HTTP error! status: 502' });
});

test.each([
  [200, { id: 7 }, { id: 7 }],
  [400, null, null],
  [403, 'thrown', null],
  [404, null, null],
  [409, 'thrown', 'thrown'],
  [500, 'thrown', 'thrown'],
])('a call that responds with %i: find gives %j, findPermitted gives %j', async (status, found, permitted) => {
  const api = new ApiClient(async () => ({ status, text: async () => JSON.stringify({ id: 7 }) }));
  const { one } = callsOf<{ one: { responses: { 200: never } } }>({ one: 'GET /api/cars/7' });
  const thrown = (error: unknown) => (error instanceof ApiFailure && error.status === status ? 'thrown' : error);
  expect(await api.find(one).catch(thrown)).toEqual(found);
  expect(await api.findPermitted(one).catch(thrown)).toEqual(permitted);
});
