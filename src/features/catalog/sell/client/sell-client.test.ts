import { expect, test } from 'vitest';
import { ApiClient } from '#lib/api-client/api-client.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { myListingActions } from './sell-client.ts';

async function run(name: keyof typeof myListingActions, answer: unknown, status = 200) {
  const calls: unknown[] = [];
  const api = new ApiClient(async ({ method, url, json }) => {
    calls.push([method, url, json]);
    return { status, text: async () => JSON.stringify(answer) };
  });
  const url = new URL('http://localhost/Dashboard?listings=2');
  const outcome = await myListingActions[name]({
    api,
    t: english,
    url,
    params: {},
    values: { listing: '12', version: '3' },
  });
  return { outcome, calls };
}

test.each(['pause', 'resume', 'sold'] as const)('%s sends the version of the listing', async (move) => {
  const { outcome, calls } = await run(`listing ${move}`, { flag: '1', message: 'Done.' });
  expect(calls).toEqual([['POST', '/api/my-listings/12/moves', { move, version: 3 }]]);
  expect(outcome).toEqual({ done: true, message: 'Done.' });
});

test('deletes a listing', async () => {
  const { calls } = await run('listing delete', { flag: '1', message: 'Deleted.' });
  expect(calls).toEqual([['DELETE', '/api/my-listings/12', undefined]]);
});

test('reloads and shows the reason after a conflict', async () => {
  const refused = { message: 'The car is sold.', code: 'conflict' };
  expect((await run('listing pause', refused, 409)).outcome).toEqual({
    done: false,
    message: 'The car is sold.',
    to: '/Dashboard?listings=2',
  });
  await expect(run('listing pause', { message: 'Please log in first.' }, 401)).rejects.toThrow('Please log in first.');
});
