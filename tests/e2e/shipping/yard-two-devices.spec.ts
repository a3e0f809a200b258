import { type BrowserContext, expect, type Page } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';
import { orderCar } from '../../support/journeys/journey-shipments.ts';

const UPDATES = 30;
const STEPS = ['inspection', 'at_port', 'loaded', 'sailed', 'arrived'] as const;
const CERTAINTIES = ['planned', 'estimated', 'actual'] as const;
const SEED = 18;
const HOUR_MS = 3_600_000;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Update = { id: string; step: string; certainty: (typeof CERTAINTIES)[number]; capturedAt: string; note: string };

/** Updates of the last hours with different capture times, in random order. */
function updatesFor(random: () => number): Update[] {
  const updates = Array.from({ length: UPDATES }, (_, nth) => ({
    id: crypto.randomUUID(),
    step: STEPS[Math.floor(random() * STEPS.length)]!,
    certainty: CERTAINTIES[Math.floor(random() * CERTAINTIES.length)]!,
    capturedAt: new Date(Date.now() - 5 * HOUR_MS + nth * 30_000).toISOString(),
    note: `Update ${nth}`,
  }));
  return updates
    .map((update) => ({ update, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ update }) => update);
}

/** The expected state: the newest event of the highest certainty per step, with earlier steps done once a later one is. */
function truthOf(updates: Update[], step: string): Update {
  const ofStep = updates.filter((update) => update.step === step);
  const rank = ({ certainty, capturedAt }: Update) => `${CERTAINTIES.indexOf(certainty)} ${capturedAt}`;
  return ofStep.reduce((best, update) => (rank(update) > rank(best) ? update : best));
}

/** Puts updates into the queue of a device, like the page without a connection. */
async function store(page: Page, account: string, orderId: number, number: string, updates: Update[]): Promise<void> {
  const items = updates.map(({ id, step, certainty, capturedAt, note }) => ({
    ...{ id, account, orderId, number, capturedAt, refused: null },
    content: {
      type: 'event',
      body: { id, step, certainty, note, happens_at: capturedAt, captured_at: capturedAt, time_zone: 'UTC' },
    },
  }));
  await page.evaluate(async (all) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('yard', 1);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction('queue', 'readwrite');
      for (const item of all) transaction.objectStore('queue').put(item);
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
  }, items);
}

const left = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('yard', 1);
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const count = request.result.transaction('queue').objectStore('queue').count();
          count.onsuccess = () => resolve(count.result);
          request.result.close();
        };
      }),
  );

type Line = Record<'unreached' | 'lost' | 'doubled' | 'late' | 'overloaded', number>;

/** The fault of a call by its number. A fixed cycle has every fault on each line, however many calls are repeated. */
const FAULTS: Record<number, keyof Line> = { 1: 'unreached', 4: 'lost', 7: 'overloaded', 10: 'doubled', 13: 'late' };
const FAULT_CYCLE = 17;

/** A line that loses calls and answers, and delivers calls twice and out of order. */
async function makeFlaky(page: Page, random: () => number): Promise<Line> {
  const line: Line = { unreached: 0, lost: 0, doubled: 0, late: 0, overloaded: 0 };
  let calls = 0;
  await page.route('**/api/orders/*/events', async (route) => {
    const fault = FAULTS[calls++ % FAULT_CYCLE];
    if (fault) line[fault]++;
    if (fault === 'unreached') return route.abort();
    if (fault === 'lost') {
      await route.fetch();
      return route.abort();
    }
    if (fault === 'overloaded') return route.fulfill({ status: 503, json: { message: 'Busy' } });
    if (fault === 'doubled') await Promise.all([route.fetch(), route.fetch()]);
    if (fault === 'late') {
      const data = route.request().postDataJSON();
      setTimeout(() => void page.request.post(route.request().url(), { data }).catch(() => {}), 400 * random());
    }
    return route.continue();
  });
  return line;
}

/** Goes online repeatedly, with some reloads, until the queue is empty. */
async function sendAll(page: Page): Promise<number> {
  let reloads = 0;
  for (let pass = 0; (await left(page)) > 0; pass++) {
    if (pass > 2_000) throw new Error('the queue is never empty');
    if (pass % 20 === 5) {
      reloads++;
      await open(page, '/Yard');
    }
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.waitForTimeout(50);
  }
  return reloads;
}

test(`${UPDATES} updates from two devices on a flaky line arrive once each and end in one state`, {
  tag: '@once',
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  const random = randomNumbers(SEED);
  const { id: orderId, number } = await orderCar(page);
  const other: BrowserContext = await browser.newContext({ storageState: await page.context().storageState() });
  const devices = [page, await other.newPage()];
  const updates = updatesFor(random);
  const lines: Line[] = [];
  for (const [nth, device] of devices.entries()) {
    await open(device, '/Yard');
    await expect(device.getByText('Everything is sent')).toBeVisible();
    const { account } = await (await device.request.get('/api/yard')).json();
    lines.push(await makeFlaky(device, random));
    await device.context().setOffline(true);
    const mine = updates.filter((_, at) => at % devices.length === nth);
    await store(device, account, orderId, number, mine);
    expect(await left(device)).toBe(mine.length);
    await device.context().setOffline(false);
  }
  const reloads = await Promise.all(devices.map((device) => sendAll(device)));
  for (const line of lines) expect(Object.entries(line).filter(([, times]) => times === 0)).toEqual([]);
  expect(reloads[0]! + reloads[1]!).toBeGreaterThan(0);
  for (const device of devices) await expect(device.getByText('Everything is sent')).toBeVisible();

  const { items } = await (await page.request.get(`/api/orders/${orderId}/events`)).json();
  expect(items.map(({ id }: { id: string }) => id).toSorted()).toEqual(updates.map(({ id }) => id).toSorted());
  const timeline = await (await page.request.get(`/api/orders/${orderId}/timeline`)).json();
  for (const step of STEPS) {
    const shown = timeline.cars[0].steps.find((each: { step: string }) => each.step === step);
    const { certainty, note, capturedAt } = truthOf(updates, step);
    expect(shown).toMatchObject({ certainty, note, at: capturedAt, state: 'done' });
  }
  await other.close();
});
