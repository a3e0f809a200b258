import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { postForm, testApp } from '../../../../../tests/support/server/test-app.ts';
import { makePicture } from '../../../../../tests/support/site/media/media.ts';
import { PICTURE_FORMATS } from '../model/picture-variant.ts';

const REQUESTS = 40;
/** How many pictures may be rendered while an upload or a share card waits. */
const MAX_RENDERED = 6;
const { pool } = await testDatabase();
const folder = await scratchFolder();
const scenes = readdirSync('content/scenes').map((file) => file.replace('.svg', ''));
const pictures = [1600, 960].flatMap((width) =>
  PICTURE_FORMATS.flatMap((format) => scenes.map((scene) => `/api/media/scene-${scene}?w=${width}&q=80&f=${format}`)),
);

/** Requests pictures that are not rendered yet, and returns the status codes in order of arrival. */
async function crowd(clientOf: (index: number) => string) {
  const app = await testApp(pool);
  const statuses: number[] = [];
  for (const [index, url] of pictures.slice(0, REQUESTS).entries())
    void app.inject({ url, remoteAddress: clientOf(index) }).then(({ statusCode }) => statuses.push(statusCode));
  return { app, statuses };
}

test('40 strangers who request pictures delay uploads and share cards by a few pictures only', async () => {
  const { cookie } = await signIn(pool);
  const cars = await addCars(
    pool,
    Array.from({ length: 3 }, () => ({ make: 'BYD', model: 'Seal' })),
  );
  const { app, statuses } = await crowd((index) => `203.0.113.${index}`);
  const inTime = async (request: Promise<{ status?: number; statusCode?: number }>) => {
    const before = statuses.length;
    const { status, statusCode } = await request;
    expect(statuses.length - before).toBeLessThanOrEqual(MAX_RENDERED);
    return status ?? statusCode;
  };
  const card = async (id: number) => {
    const { headers } = await app.inject({ url: `/api/media/cards/${id}-0.jpg` });
    return app.inject({ url: `/api/media/cards/${headers.location}` });
  };
  for (const car of cars) {
    const image = new File([readFileSync(await makePicture(folder))], 'car.jpg');
    expect(await inTime(postForm(app, '/api/photos', [['image', image]], { cookie }))).toBe(200);
    expect(await inTime(card(car))).toBe(200);
  }
  expect(statuses.length, 'renderings are still waiting').toBeLessThan(REQUESTS / 2);
  expect(statuses).not.toContain(503);
});

test('a client that requests 40 pictures simultaneously gets 429 for those above 24', async () => {
  const { statuses } = await crowd(() => '203.0.113.1');
  const refused = () => statuses.filter((status) => status === 429).length;
  await expect.poll(refused).toBe(REQUESTS - 24);
});

test('pictures of a page that a visitor has left are not rendered', async () => {
  const data = await scratchFolder();
  const app = await testApp(pool, { DATA_DIR: data });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const left = new AbortController();
  const abandoned = pictures.slice(-24).map((url) => fetch(`${origin}${url}`, { signal: left.signal }));
  /** Null if this request arrived before some of the others and waits in the same queue. */
  const status = () =>
    fetch(`${origin}${pictures[0]}`, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.status,
      () => null,
    );
  await expect.poll(status).toBe(429);
  left.abort();
  await Promise.allSettled(abandoned);
  await expect.poll(status, { timeout: 50_000 }).toBe(200);
  const rendered = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(rendered.length).toBeLessThan(12);
});
