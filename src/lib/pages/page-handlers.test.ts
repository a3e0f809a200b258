import { afterAll, expect, test, vi } from 'vitest';
import { english } from '../../../tests/support/messages/english.ts';
import { browserAction } from './page-handlers.ts';
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
