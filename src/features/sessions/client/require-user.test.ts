import '#generated/messages/all-areas.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { callsOf } from '#lib/api-client/api-call.ts';
import { ApiClient, ApiFailure, type ApiTransport } from '#lib/api-client/api-client.ts';
import { requireAdmin } from './require-user.ts';

const url = new URL('http://localhost/UserManagement');
const loading = (send: ApiTransport, work: (api: ApiClient) => Promise<unknown>) =>
  requireAdmin(({ api }) => work(api))({ api: new ApiClient(send), url, params: {} });
const calls = callsOf<{ users: { responses: { 200: z.ZodType<{ users: string[] }> } } }>({
  users: 'GET /api/get-users',
});
const asking = (api: ApiClient) => api.call(calls.users);
const dead = () => Promise.reject(new TypeError('Failed to fetch'));

test('a line that is dead, or dies under the answer, is told as a failure of the screen', async () => {
  const dying = async () => ({ status: 200, text: dead });
  for (const send of [dead, dying]) {
    await expect(loading(send, asking)).rejects.toMatchObject({ name: 'ApiFailure', code: 'unreachable', status: 503 });
  }
});

test('a mistake of ours does not look like a dead line', async () => {
  const answering = async () => ({ status: 200, text: async () => '{}' });
  const broken = loading(answering, async (api) => (await api.call(calls.users)).users.length);
  await expect(broken).rejects.toThrow(TypeError);
  await expect(broken).rejects.not.toBeInstanceOf(ApiFailure);
});

test('who has no session is led to the login and back', async () => {
  const refusing = async () => ({ status: 401, text: async () => '{}' });
  const answer = await loading(refusing, asking).catch((thrown: Response) => thrown);
  expect((answer as Response).headers.get('location')).toBe('/AdminLogin?next=%2FUserManagement');
});
