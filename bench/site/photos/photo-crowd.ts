/** Uploads, share cards and writes while strangers request unrendered pictures. Used by photos.ts. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { table } from '../../report.ts';

type Crowd = { origin: string; pool: pg.Pool; cookie: string; photos: string[] };
type Response = { status: number; ms: number };

const PICTURES = 40;
const CARDS = 5;
/** The strangers' requests are under way when the first upload starts. */
const HEAD_START_MS = 500;

/** Each scenario requests other pictures, at the width and format that take longest to render. */
export async function measureCrowd(crowd: Crowd): Promise<void> {
  const { rows } = await crowd.pool.query<{ key: string }>(
    'select distinct unnest(image_keys) as key from listings order by key limit $1',
    [2 * PICTURES],
  );
  const keys = rows.map(({ key }) => key);
  const scenarios = [
    ['one stranger', keys.slice(0, PICTURES), () => '203.0.113.1'],
    [`${PICTURES} strangers`, keys.slice(PICTURES), (index: number) => `203.0.113.${index + 1}`],
  ] as const;
  const results: (string | number)[][] = [];
  for (const [name, pictures, clientOf] of scenarios) {
    const { requests, last } = requestAll(crowd.origin, pictures, clientOf);
    await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    let busy = true;
    const writes = writeWhile(crowd, () => busy);
    const [uploads, cards] = await Promise.all([sendPhotos(crowd), requestCards(crowd, results.length * CARDS)]);
    const rendered = await requests;
    busy = false;
    results.push([
      name,
      ...outcome(uploads),
      ...outcome(cards),
      ...outcome(await writes),
      ...outcome(rendered),
      (await last) / 1000,
    ]);
  }
  const kinds = ['upload', 'card', 'write', 'picture'].flatMap((kind) => [`${kind}s ok`, `max ${kind} ms`]);
  table(`${PICTURES} pictures that nobody has rendered, requested at once`, ['by', ...kinds, 'last s'], results);
}

/** Returns how many requests succeeded and the longest time that one of these took. */
function outcome(responses: Response[]): (string | number)[] {
  const succeeded = responses.filter(({ status }) => status === 200);
  return [`${succeeded.length}/${responses.length}`, Math.max(0, ...succeeded.map(({ ms }) => ms))];
}

async function timed(request: () => Promise<globalThis.Response>): Promise<Response> {
  const started = performance.now();
  const response = await request();
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - started };
}

function requestAll(origin: string, keys: readonly string[], clientOf: (index: number) => string) {
  const started = performance.now();
  const requests = Promise.all(
    keys.map((key, index) =>
      timed(() =>
        fetch(`${origin}/api/media/${key}?w=1600&q=60&f=avif`, { headers: { 'x-forwarded-for': clientOf(index) } }),
      ),
    ),
  );
  return { requests, last: requests.then(() => performance.now() - started) };
}

async function sendPhotos({ origin, cookie, photos }: Crowd): Promise<Response[]> {
  const responses: Response[] = [];
  for (const path of photos) {
    const form = new FormData();
    form.append('image', new Blob([await readFile(path)]), 'car.jpg');
    responses.push(
      await timed(() => fetch(`${origin}/api/photos`, { method: 'POST', headers: { cookie }, body: form })),
    );
  }
  return responses;
}

async function requestCards({ origin, pool }: Crowd, offset: number): Promise<Response[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from listings where status = 'active' order by id limit $1 offset $2",
    [CARDS, offset],
  );
  const responses: Response[] = [];
  for (const { id } of rows) responses.push(await timed(() => fetch(`${origin}/api/media/cards/${id}-0.jpg`)));
  return responses;
}

/** Saves and removes favorites in turn. */
async function writeWhile({ origin, cookie, pool }: Crowd, busy: () => boolean): Promise<Response[]> {
  const { rows } = await pool.query<{ id: number }>("select id from listings where status = 'active' limit 1");
  const responses: Response[] = [];
  while (busy()) {
    for (const method of ['PUT', 'DELETE'])
      responses.push(
        await timed(() => fetch(`${origin}/api/favourites/${rows[0]!.id}`, { method, headers: { cookie } })),
      );
  }
  return responses;
}
