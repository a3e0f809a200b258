import { afterAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { callsOf } from '#lib/api-client/api-call.ts';
import { ApiClient, ApiFailure, type ApiTransport } from '#lib/api-client/api-client.ts';
import { english } from '../../../tests/support/messages/english.ts';
import { browserAction } from './form-action.ts';
import { privateMeta, requireAdmin } from './page-handlers.ts';
import { currentToasts } from './toast-store.ts';

vi.stubGlobal('document', { documentElement: { lang: english.locale } });
afterAll(() => vi.unstubAllGlobals());

test.each([
  [{ done: true }, 'done'],
  [{ done: true, showAsFailure: true }, 'failed'],
  [{ done: false }, 'failed'],
])('shows the outcome %j of an action as a toast of its kind', async (outcome, kind) => {
  const request = new Request('http://localhost/', { method: 'POST', body: new FormData() });
  const run = browserAction(async () => ({ ...outcome, message: 'The message.' }));
  await run({ request, params: {} } as Parameters<typeof run>[0]);
  expect(currentToasts().at(-1)).toMatchObject({ text: 'The message.', kind });
});

const url = new URL('http://localhost/UserManagement');
const load = (send: ApiTransport, work: (api: ApiClient) => Promise<unknown>) =>
  requireAdmin(({ api }) => work(api))({ api: new ApiClient(send), t: english, url, params: {} });
const calls = callsOf<{ users: { responses: { 200: z.ZodType<{ users: string[] }> } } }>({
  users: 'GET /api/get-users',
});
const listUsers = (api: ApiClient) => api.call(calls.users);
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

test('throws ApiFailure 503 if the connection fails before or during the response', async () => {
  const breaking = async () => ({ status: 200, text: unreachable });
  for (const send of [unreachable, breaking]) {
    await expect(load(send, listUsers)).rejects.toMatchObject({ name: 'ApiFailure', code: 'unreachable', status: 503 });
  }
});

test('rethrows programming errors unchanged', async () => {
  const answering = async () => ({ status: 200, text: async () => '{}' });
  const broken = load(answering, async (api) => (await api.call(calls.users)).users.length);
  await expect(broken).rejects.toThrow(TypeError);
  await expect(broken).rejects.not.toBeInstanceOf(ApiFailure);
});

test('redirects to login with the page as next on 401', async () => {
  const refusing = async () => ({ status: 401, text: async () => '{}' });
  const answer = await load(refusing, listUsers).catch((thrown: Response) => thrown);
  expect((answer as Response).headers.get('location')).toBe('/AdminLogin?next=%2FUserManagement');
});

test('redirects users without an administrator session, and not administrators whose role is refused', async () => {
  const refusing = (code: string) => async () => ({ status: 403, text: async () => JSON.stringify({ code }) });
  const answer = await load(refusing('forbidden'), listUsers).catch((thrown: Response) => thrown);
  expect((answer as Response).headers.get('location')).toBe('/AdminLogin?next=%2FUserManagement');
  await expect(load(refusing('not_permitted'), listUsers)).rejects.toMatchObject({
    status: 403,
    code: 'not_permitted',
  });
});

test('titles a private page from its data, and without the data if loading failed', () => {
  const meta = privateMeta<() => Promise<{ name: string }>>(
    (t, loaded) => loaded?.name ?? t('explore.retry'),
    'ui.undo',
  );
  const root = { id: 'root', loaderData: { site: { origin: 'https://example.com', locales: ['en'] }, locale: 'en' } };
  const tagsOf = (loaderData?: { name: string }) =>
    meta({ loaderData, matches: [root], location: { pathname: '/order/7' } } as unknown as Parameters<typeof meta>[0]);
  expect(tagsOf({ name: 'Order 7' })).toEqual(
    expect.arrayContaining([
      { title: 'Order 7 – CarQuay' },
      { tagName: 'link', rel: 'canonical', href: 'https://example.com/order/7' },
      { name: 'robots', content: 'noindex' },
    ]),
  );
  expect(tagsOf()).toContainEqual({ title: expect.stringMatching(/^Try again/) });
});
