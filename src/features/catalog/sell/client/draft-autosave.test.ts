import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMPTY_VALUES } from '#features/catalog/listings/model/listing-form.ts';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import { EMPTY_CONTENT, type SellDraft } from '../model/sell-draft.ts';
import { DraftAutosave, storedDraft } from './draft-autosave.ts';

const KEY = 'sellDraft-7';
const draft = (make: string): SellDraft => ({ ...EMPTY_CONTENT, id: 'a', step: 1, values: { ...EMPTY_VALUES, make } });
const storedMake = () => storedDraft(KEY)?.draft.values.make ?? null;
const rest = () => vi.advanceTimersByTimeAsync(2_000);

let storage: Map<string, string>;
let save: ReturnType<typeof vi.fn<(draft: SellDraft) => Promise<string>>>;
let autosave: DraftAutosave;

beforeEach(() => {
  vi.useFakeTimers();
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  save = vi.fn(async () => '2026-03-01T10:00:00.000Z');
  autosave = new DraftAutosave({ key: KEY, base: null, save });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('stores a change in the browser immediately, and on the server after two seconds without changes', async () => {
  autosave.update(draft('B'));
  expect(storedMake()).toBe('B');
  await vi.advanceTimersByTimeAsync(1_900);
  autosave.update(draft('BYD'));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(save).not.toHaveBeenCalled();
  await rest();
  expect(save.mock.calls.map(([sent]) => sent.values.make)).toEqual(['BYD']);
  expect([storedMake(), autosave.state()]).toEqual([null, 'saved']);
});

test('does not store a known state', async () => {
  autosave.setKnown(draft('BYD'));
  autosave.update(draft('BYD'));
  await rest();
  expect([storedMake(), save.mock.calls.length, autosave.hasChanges]).toEqual([null, 0, false]);
});

test('stores changes locally while offline, reports that, and sends them when the connection is back', async () => {
  save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  autosave.update(draft('BYD'));
  await rest();
  expect([storedMake(), autosave.state()]).toEqual(['BYD', 'local']);
  autosave.flush();
  await rest();
  expect([storedMake(), autosave.state(), save.mock.calls.length]).toEqual([null, 'saved', 2]);
});

test('retries when the server does not respond', async () => {
  save.mockRejectedValueOnce(new ApiFailure(503, {}));
  autosave.update(draft('BYD'));
  await rest();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(autosave.state()).toBe('saved');
});

test('stores changes locally and reports signed-out after a 401', async () => {
  save.mockRejectedValueOnce(new ApiFailure(401, {}));
  autosave.update(draft('BYD'));
  await rest();
  expect([storedMake(), autosave.state()]).toEqual(['BYD', 'signed-out']);
});

test('saves changes made during a save after it, based on the version it returned', async () => {
  let answer = (_time: string) => {};
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  autosave.update(draft('B'));
  await rest();
  autosave.update(draft('BYD'));
  answer('2026-03-01T11:00:00.000Z');
  await vi.advanceTimersByTimeAsync(0);
  expect([storedMake(), storedDraft(KEY)?.base]).toEqual(['BYD', '2026-03-01T11:00:00.000Z']);
  await rest();
  expect([storedMake(), save.mock.calls.length]).toEqual([null, 2]);
});

test('stop waits for the running save and prevents further ones', async () => {
  let answer = (_time: string) => {};
  save.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  autosave.update(draft('B'));
  await rest();
  let stopped = false;
  void autosave.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toBe(false);
  answer('2026-03-01T11:00:00.000Z');
  autosave.update(draft('BYD'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stopped, save.mock.calls.length]).toEqual([true, 1]);
});

test('resume saves what was not saved before the stop', async () => {
  autosave.update(draft('BYD'));
  await autosave.stop();
  await rest();
  expect(save).not.toHaveBeenCalled();
  autosave.resume();
  await rest();
  expect(save).toHaveBeenCalledTimes(1);
});

test('stores changes to an existing listing only in the browser', async () => {
  const ofListing = new DraftAutosave({ key: KEY, base: '3', save: null });
  ofListing.update(draft('BYD'));
  ofListing.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  ofListing.rebase('4');
  expect([storedMake(), storedDraft(KEY)?.base]).toEqual(['BYD', '4']);
});
