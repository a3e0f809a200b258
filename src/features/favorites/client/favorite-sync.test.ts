import { beforeEach, expect, test, vi } from 'vitest';
import { mergeFavourites, syncFavourites } from './favorite-sync.ts';
import { favouritesSent, sendFavourite } from './save-favorite.ts';
import { storedFavourites, storeFavourites } from './stored-favorites.ts';

/** What the browser and the account hold; `calls` are those that reached the account, `status` is what it answers with. */
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
const has = (...ids: number[]) => storeFavourites(ids);
const nextSession = () => sessionStorage.clear();

/** What a tap on a heart does for somebody who is signed in. */
function tap(ids: number[], id: number) {
  storeFavourites(ids);
  sendFavourite(id, (reason) => failures.push(reason));
}

test('nobody signed in, no call', async () => {
  has(1);
  await syncFavourites();
  await mergeFavourites();
  expect(calls).toEqual([]);
});

test('after login both lists are one, and the page loads of this session ask no more', async () => {
  saved = [7];
  has(1, 2);
  logIn('5');
  await mergeFavourites();
  expect(storedFavourites()).toBe('7,1,2');
  await syncFavourites();
  expect(calls).toEqual(['POST merge 1,2']);
});

test('the next browser session fetches what other devices have changed', async () => {
  has(1);
  logIn('5');
  await mergeFavourites();
  saved = [8];
  nextSession();
  await syncFavourites();
  await syncFavourites();
  expect(calls).toEqual(['POST merge 1', 'POST merge ']);
  expect(storedFavourites()).toBe('8');
});

test('a merge that fails is tried again at the next page load', async () => {
  has(1);
  logIn('5');
  status = 503;
  await mergeFavourites();
  expect(storedFavourites()).toBe('1');
  status = 200;
  await syncFavourites();
  expect([saved, storedFavourites()]).toEqual([[1], '1']);
});

test('hearts given after a session ended join the account at the next login', async () => {
  logIn('5');
  await mergeFavourites();
  status = 401;
  nextSession();
  await syncFavourites();
  expect(localStorage.getItem('id')).toBeNull();
  has(3);
  status = 200;
  logIn('5');
  await mergeFavourites();
  expect(saved).toEqual([3]);
});

test('what one person left in a browser does not reach another person’s account', async () => {
  has(1);
  logIn('5');
  await mergeFavourites();
  saved = [9];
  logIn('6');
  await mergeFavourites();
  expect([saved, storedFavourites()]).toEqual([[9], '9']);
});

test('an answer that comes after the logout is not kept', async () => {
  saved = [7];
  logIn('5');
  onCall = () => localStorage.clear();
  await mergeFavourites();
  expect(storedFavourites()).toBe('');
});

test('a heart given while the lists are brought together is not lost', async () => {
  logIn('5');
  onCall = () => {
    onCall = () => {};
    tap([4], 4);
  };
  await mergeFavourites();
  expect([saved, storedFavourites()]).toEqual([[4], '4']);
});

test('the lists are brought together after the hearts given before', async () => {
  logIn('5');
  tap([4], 4);
  await mergeFavourites();
  expect(calls).toEqual(['PUT 4', 'POST merge 4']);
});

test('quick taps leave the account with what the heart says last', async () => {
  logIn('5');
  tap([1], 1);
  tap([], 1);
  tap([1], 1);
  tap([], 1);
  await favouritesSent();
  expect([saved, storedFavourites(), failures]).toEqual([[], '', []]);
  tap([1], 1);
  onCall = () => {
    onCall = () => {};
    tap([], 1);
  };
  await favouritesSent();
  expect([saved, calls.slice(-2)]).toEqual([[], ['PUT 1', 'DELETE 1']]);
});

test('a change that the account refuses is taken back, and somebody hears why', async () => {
  logIn('5');
  status = 404;
  tap([1, 2], 2);
  await favouritesSent();
  expect([storedFavourites(), failures]).toEqual(['1', [expect.objectContaining({ message: 'No.' })]]);
  tap([], 1);
  await favouritesSent();
  expect([storedFavourites(), failures.length]).toEqual(['1', 2]);
});

test('a refused change that was taken back by hand is no failure', async () => {
  logIn('5');
  status = 503;
  onCall = () => has();
  tap([1], 1);
  await favouritesSent();
  expect([storedFavourites(), failures]).toEqual(['', []]);
});

test('a session that has ended is known as ended', async () => {
  logIn('5');
  status = 401;
  tap([1], 1);
  await favouritesSent();
  expect([localStorage.getItem('id'), storedFavourites(), failures.length]).toEqual([null, '', 1]);
});

test('a logout in between ends the talk', async () => {
  logIn('5');
  onCall = () => localStorage.clear();
  tap([1], 1);
  await favouritesSent();
  expect([calls, storedFavourites(), failures]).toEqual([['PUT 1'], '', []]);
  logIn('5');
  status = 401;
  tap([], 1);
  await favouritesSent();
  expect([storedFavourites(), failures]).toEqual(['', []]);
});
