import { beforeEach, expect, test, vi } from 'vitest';
import { mergeFavorites, syncFavorites } from './favorite-sync.ts';
import { favoritesSaved, saveFavorite, storedFavorites, storeFavorites } from './stored-favorites.ts';

/** State of the fake account: saved ids, received calls, and the status it responds with. */
let saved: number[];
let calls: string[];
let status: number;
let onCall: () => void;
let failures: unknown[];

beforeEach(() => {
  saved = [];
  calls = [];
  status = 200;
  onCall = () => {};
  failures = [];
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', account);
});

class Storage {
  readonly #entries = new Map<string, string>();
  getItem = (key: string) => this.#entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#entries.set(key, value);
  removeItem = (key: string) => void this.#entries.delete(key);
  clear = () => this.#entries.clear();
}

async function account(url: string, { method, body }: { method: string; body?: string }) {
  calls.push(`${method} ${url.replace('/api/favourites/', '')}${body ? ` ${JSON.parse(body).ids}` : ''}`);
  const id = Number(url.split('/').at(-1));
  if (status === 200 && method === 'PUT') saved = [...saved, id];
  if (status === 200 && method === 'DELETE') saved = saved.filter((other) => other !== id);
  if (status === 200 && body) saved = [...new Set([...saved, ...JSON.parse(body).ids])];
  const answer = JSON.stringify({ ids: saved.toReversed(), message: 'No.' });
  await Promise.resolve();
  onCall();
  return { status, text: async () => answer };
}

const logIn = (id: string) => localStorage.setItem('id', id);
const has = (...ids: number[]) => storeFavorites(ids);
const nextSession = () => sessionStorage.clear();

/** Toggles a favorite while logged in. */
function tap(ids: number[], id: number) {
  storeFavorites(ids);
  saveFavorite(id, (reason) => failures.push(reason));
}

test('makes no call if no one is logged in', async () => {
  has(1);
  await syncFavorites();
  await mergeFavorites();
  expect(calls).toEqual([]);
});

test('merges favorites at login and makes no further call in that session', async () => {
  saved = [7];
  has(1, 2);
  logIn('5');
  await mergeFavorites();
  expect(storedFavorites()).toBe('7,1,2');
  await syncFavorites();
  expect(calls).toEqual(['POST merge 1,2']);
});

test('fetches changes from other devices in the next browser session', async () => {
  has(1);
  logIn('5');
  await mergeFavorites();
  saved = [8];
  nextSession();
  await syncFavorites();
  await syncFavorites();
  expect(calls).toEqual(['POST merge 1', 'POST merge ']);
  expect(storedFavorites()).toBe('8');
});

test('retries a failed merge at the next page load', async () => {
  has(1);
  logIn('5');
  status = 503;
  await mergeFavorites();
  expect(storedFavorites()).toBe('1');
  status = 200;
  await syncFavorites();
  expect([saved, storedFavorites()]).toEqual([[1], '1']);
});

test('merges favorites added after a session ended at the next login', async () => {
  logIn('5');
  await mergeFavorites();
  status = 401;
  nextSession();
  await syncFavorites();
  expect(localStorage.getItem('id')).toBeNull();
  has(3);
  status = 200;
  logIn('5');
  await mergeFavorites();
  expect(saved).toEqual([3]);
});

test("does not add one user's favorites to another user's account", async () => {
  has(1);
  logIn('5');
  await mergeFavorites();
  saved = [9];
  logIn('6');
  await mergeFavorites();
  expect([saved, storedFavorites()]).toEqual([[9], '9']);
});

test('ignores a response that arrives after logout', async () => {
  saved = [7];
  logIn('5');
  onCall = () => localStorage.clear();
  await mergeFavorites();
  expect(storedFavorites()).toBe('');
});

test('keeps a favorite added during a merge', async () => {
  logIn('5');
  onCall = () => {
    onCall = () => {};
    tap([4], 4);
  };
  await mergeFavorites();
  expect([saved, storedFavorites()]).toEqual([[4], '4']);
});

test('merges after pending changes are saved', async () => {
  logIn('5');
  tap([4], 4);
  await mergeFavorites();
  expect(calls).toEqual(['PUT 4', 'POST merge 4']);
});

test('saves the last state after quick repeated taps', async () => {
  logIn('5');
  tap([1], 1);
  tap([], 1);
  tap([1], 1);
  tap([], 1);
  await favoritesSaved();
  expect([saved, storedFavorites(), failures]).toEqual([[], '', []]);
  tap([1], 1);
  onCall = () => {
    onCall = () => {};
    tap([], 1);
  };
  await favoritesSaved();
  expect([saved, calls.slice(-2)]).toEqual([[], ['PUT 1', 'DELETE 1']]);
});

test('reverts a rejected change and reports the reason', async () => {
  logIn('5');
  status = 404;
  tap([1, 2], 2);
  await favoritesSaved();
  expect([storedFavorites(), failures]).toEqual(['1', [expect.objectContaining({ message: 'No.' })]]);
  tap([], 1);
  await favoritesSaved();
  expect([storedFavorites(), failures.length]).toEqual(['1', 2]);
});

test('reports no failure if the user already reverted the change', async () => {
  logIn('5');
  status = 503;
  onCall = () => has();
  tap([1], 1);
  await favoritesSaved();
  expect([storedFavorites(), failures]).toEqual(['', []]);
});

test('forgets the user after a 401', async () => {
  logIn('5');
  status = 401;
  tap([1], 1);
  await favoritesSaved();
  expect([localStorage.getItem('id'), storedFavorites(), failures.length]).toEqual([null, '', 1]);
});

test('stops saving after logout', async () => {
  logIn('5');
  onCall = () => localStorage.clear();
  tap([1], 1);
  await favoritesSaved();
  expect([calls, storedFavorites(), failures]).toEqual([['PUT 1'], '', []]);
  logIn('5');
  status = 401;
  tap([], 1);
  await favoritesSaved();
  expect([storedFavorites(), failures]).toEqual(['', []]);
});
