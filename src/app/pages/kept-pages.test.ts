import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { MadeCall } from '#lib/server/http/in-process-api.ts';
import { KeptPage, KeptPages } from './kept-pages.ts';

const CALLS: MadeCall[] = [{ method: 'GET', url: '/api/listings', answer: '200 hash' }];
const page = (html: string) => new KeptPage({ html: Buffer.from(html), policy: '', etag: '' }, CALLS);

/** Pages over a version that the test advances, and how often they were checked and rendered. */
function pagesAtVersion(recheckMs = 0) {
  const state = { version: 1, changedHere: 0, checks: 0, renderings: 0, isSame: true };
  const { version, changedHere } = { version: () => state.version, changedHere: () => state.changedHere };
  const pages = new KeptPages({ current: version, changedHere, refresh: () => null }, recheckMs);
  const get = () =>
    pages.get('home', async (calls) => {
      expect(calls).toEqual(CALLS);
      state.checks += 1;
      return state.isSame;
    });
  const render = () =>
    pages.render('home', async () => {
      state.renderings += 1;
      return page(`page ${state.renderings}`);
    });
  return { state, get, render, stale: () => pages.stale('home') };
}

test('checks a page once after a change elsewhere, and keeps it', async () => {
  const { state, get, render } = pagesAtVersion();
  const kept = await render();
  expect([await get(), state.checks]).toEqual([kept, 0]);
  state.version = 2;
  expect(await Promise.all([get(), get(), get()])).toEqual([kept, kept, kept]);
  expect([await get(), state.checks]).toEqual([kept, 1]);
});

test('a page is checked again after ten seconds even if the inventory is unchanged', async () => {
  const { state, get, render } = pagesAtVersion();
  const kept = await render();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  expect([await get(), state.checks]).toEqual([kept, 1]);
  expect([await get(), state.checks]).toEqual([kept, 1]);
  vi.restoreAllMocks();
});

test('a page is not valid if one of its calls is answered differently', async () => {
  const { state, get, render } = pagesAtVersion();
  await render();
  Object.assign(state, { version: 2, isSame: false });
  expect(await get()).toBeNull();
});

test('checks a page again after a change during its rendering', async () => {
  const { state, get, render } = pagesAtVersion();
  const rendering = render();
  state.version = 2;
  await rendering;
  await get();
  expect(state.checks).toBe(1);
});

test('concurrent requests for a page share one rendering', async () => {
  const { state, render } = pagesAtVersion();
  const pages = await Promise.all([render(), render(), render()]);
  expect([new Set(pages).size, state.renderings]).toEqual([1, 1]);
});

test('compresses a page once per encoding', async () => {
  const kept = page('<p>比亚迪</p>'.repeat(100));
  expect(brotliDecompressSync(await kept.in('br')).toString()).toBe(kept.page.html.toString());
  expect(gunzipSync(await kept.in('gzip')).toString()).toBe(kept.page.html.toString());
  expect(kept.in('br')).toBe(kept.in('br'));
});

test('notices changes of other processes after 200 ms, and changes of this process immediately', async () => {
  const { state, get, render } = pagesAtVersion(200);
  const before = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(before);
  await render();
  state.version += 1;
  await get();
  expect(state.checks).toBe(0);
  clock.mockReturnValue(before + 200);
  await get();
  expect(state.checks).toBe(1);
  state.version += 1;
  state.changedHere += 1;
  await get();
  expect(state.checks).toBe(2);
});

test('renders a page older than a minute again, and falls back to it if that fails', async () => {
  const { get, render, stale } = pagesAtVersion();
  const kept = await render();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
  expect([await get(), stale()]).toEqual([null, kept]);
  clock.mockReturnValue(performance.now() + 10 * 60_000);
  expect(stale()).toBeNull();
});

test('compresses a page that is sent often better, with the same content', async () => {
  const kept = page(Array.from({ length: 2_000 }, (_, nth) => `<li>car ${(nth * 7_919) % 997}</li>`).join(''));
  const first = await kept.in('br');
  for (let sent = 1; sent < 100; sent++) await kept.in('br');
  await expect.poll(async () => (await kept.in('br')).length).toBeLessThan(first.length);
  expect(brotliDecompressSync(await kept.in('br')).toString()).toBe(kept.page.html.toString());
});
