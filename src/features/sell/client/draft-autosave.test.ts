import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_VALUES } from '#features/listings/model/listing-form.ts';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import { NOTHING, type SellDraft } from '../model/sell-draft.ts';
import { DraftAutosave } from './draft-autosave.ts';
import { storedDraft } from './stored-draft.ts';

const KEY = 'sellDraft-7';
const draft = (make: string): SellDraft => ({ ...NOTHING, id: 'a', step: 1, values: { ...EMPTY_VALUES, make } });
const held = () => storedDraft(KEY)?.draft.values.make ?? null;
const rest = () => vi.advanceTimersByTimeAsync(2_000);

let kept: Map<string, string>;
let save: ReturnType<typeof vi.fn<(draft: SellDraft) => Promise<string>>>;
let keeper: DraftAutosave;

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  save = vi.fn(async () => '2026-03-01T10:00:00.000Z');
  keeper = new DraftAutosave({ key: KEY, base: null, save });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('stores a change in the browser immediately, and on the server after two seconds without changes', async () => {
  keeper.keep(draft('B'));
  expect(held()).toBe('B');
  await vi.advanceTimersByTimeAsync(1_900);
  keeper.keep(draft('BYD'));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(save).not.toHaveBeenCalled();
  await rest();
  expect(save.mock.calls.map(([sent]) => sent.values.make)).toEqual(['BYD']);
  expect([held(), keeper.keeping()]).toEqual([null, 'saved']);
});

test('does not store a known state', async () => {
  keeper.know(draft('BYD'));
  keeper.keep(draft('BYD'));
  await rest();
  expect([held(), save.mock.calls.length, keeper.hasKept]).toEqual([null, 0, false]);
});

test('stores changes locally while offline, reports that, and sends them when the connection is back', async () => {
  save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  keeper.keep(draft('BYD'));
  await rest();
  expect([held(), keeper.keeping()]).toEqual(['BYD', 'here']);
  keeper.flush();
  await rest();
  expect([held(), keeper.keeping(), save.mock.calls.length]).toEqual([null, 'saved', 2]);
});

test('retries when the server does not respond', async () => {
  save.mockRejectedValueOnce(new ApiFailure(503, {}));
  keeper.keep(draft('BYD'));
  await rest();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(keeper.keeping()).toBe('saved');
});

test('stores changes locally and reports signed-out after a 401', async () => {
  save.mockRejectedValueOnce(new ApiFailure(401, {}));
  keeper.keep(draft('BYD'));
  await rest();
  expect([held(), keeper.keeping()]).toEqual(['BYD', 'signed-out']);
});

test('saves changes made during a save after it, based on the version it returned', async () => {
  let answer = (_time: string) => {};
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  keeper.keep(draft('B'));
  await rest();
  keeper.keep(draft('BYD'));
  answer('2026-03-01T11:00:00.000Z');
  await vi.advanceTimersByTimeAsync(0);
  expect([held(), storedDraft(KEY)?.base]).toEqual(['BYD', '2026-03-01T11:00:00.000Z']);
  await rest();
  expect([held(), save.mock.calls.length]).toEqual([null, 2]);
});

test('stop waits for the running save and prevents further ones', async () => {
  let answer = (_time: string) => {};
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  keeper.keep(draft('B'));
  await rest();
  let stopped = false;
  void keeper.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toBe(false);
  answer('2026-03-01T11:00:00.000Z');
  keeper.keep(draft('BYD'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stopped, save.mock.calls.length]).toEqual([true, 1]);
});

test('resume saves what was not saved before the stop', async () => {
  keeper.keep(draft('BYD'));
  await keeper.stop();
  await rest();
  expect(save).not.toHaveBeenCalled();
  keeper.resume();
  await rest();
  expect(save).toHaveBeenCalledTimes(1);
});

test('stores changes to an existing listing only in the browser', async () => {
  const ofListing = new DraftAutosave({ key: KEY, base: '3', save: null });
  ofListing.keep(draft('BYD'));
  ofListing.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  ofListing.rebase('4');
  expect([held(), storedDraft(KEY)?.base]).toEqual(['BYD', '4']);
});
