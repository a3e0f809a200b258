/**
 * `npm run bench:threads [-- --threads 500000]` measures how long people wait for a conversation, their inbox, the office's inbox and a sent
 * message, with ten messages per conversation, while others write. Uses a temporary folder that is deleted at the end.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { startSite } from '../processes.ts';
import { table } from '../report.ts';
import { scratchDatabase } from '../scratch-database.ts';

const TIMES = 200;
/** Calls that are not measured. */
const UNCOUNTED = 10;
const MESSAGES = 10;
/** Sent by others each second while it measures. */
const WRITES_PER_S = 20;
const CARS = 100;
/** A large dealer, and a buyer who asks much. */
const OF_DEALER = 20_000;
const OF_BUYER = 200;
const { values } = parseArgs({ options: { threads: { type: 'string', default: '500000' } } });
const threads = Number(values.threads);

/** The numbers of generated threads: their position in the alphabet of numbers. */
const NUMBER = `'Q' || translate(lpad(to_hex(n), 8, '0'), '01abcdef', 'ZXBCDFGH')`;
const ADD_THREADS = `
  insert into threads (number, listing_id, seller_id, buyer_id, guest_name, guest_email, guest_key, last_message_id)
  select ${NUMBER}, (select min(id) from listings) + n % ${CARS}, case when n <= ${OF_DEALER} then $2::bigint else $3::bigint end,
    case when n <= ${OF_BUYER} then $1::bigint end, g.name, g.email, g.email, n * ${MESSAGES}
  from generate_series(1, $4::int) n
    left join lateral (select 'Guest ' || n as name, 'guest' || n || '@buyers.example' as email where n > ${OF_BUYER}) g on true
  on conflict do nothing`;
const ADD_MESSAGES = `
  insert into thread_messages (thread_id, side, key, content_hash, body, at)
  select t.id, case when m % 2 = 0 then 'seller' else 'buyer' end, 'message ' || m, '', 'Is the car still there? ' || m, now()
  from threads t, generate_series(1, ${MESSAGES}) m order by t.id, m`;
const NOTE_LAST = `
  update threads t set last_message_id = m.last, seller_seen = m.last, buyer_seen = m.last, waits_for = 'buyer', waits_since = now()
  from (select thread_id, max(id) as last from thread_messages group by thread_id) m where m.thread_id = t.id`;

const folder = await mkdtemp(join(tmpdir(), 'carquay-bench-'));
const database = await startEmbeddedPostgres(join(folder, 'postgres'));
try {
  const url = await scratchDatabase(database.url, CARS, console.log);
  const pool = await openPool(url, { max: 4, statementTimeoutMs: 0 });
  const [buyer, dealer, other] = [await signIn(pool), await signIn(pool), await signIn(pool)];
  await pool.query(ADD_THREADS, [buyer.id, dealer.id, other.id, threads]);
  await pool.query(ADD_MESSAGES);
  await pool.query(NOTE_LAST);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ threads: number; messages: number }>(
    'select (select count(*) from threads) as threads, (select count(*) from thread_messages) as messages',
  );
  console.log(`${rows[0]!.threads} conversations with ${rows[0]!.messages} messages`);
  await measure(url, pool, { buyer: buyer.cookie, dealer: dealer.cookie, other: other.cookie });
  await pool.end();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

type Cookies = Record<'buyer' | 'dealer' | 'other', string>;

async function measure(url: string, pool: pg.Pool, { buyer, dealer, other }: Cookies): Promise<void> {
  const office = (await signInAdmin(pool)).cookie;
  const { rows } = await pool.query<{ number: string; mine: boolean; dealers: boolean }>(`
    select number, buyer_id is not null as mine, id <= ${OF_DEALER} as dealers from threads
    where id <= ${OF_DEALER + 5_000} order by md5(number) limit 20000`);
  const turns = (list: string[]) => {
    let turn = 0;
    return () => list[turn++ % list.length]!;
  };
  const ofBuyer = turns(rows.filter(({ mine }) => mine).map(({ number }) => number));
  const ofDealer = turns(rows.filter(({ dealers }) => dealers).map(({ number }) => number));
  const ofOther = turns(rows.filter(({ dealers }) => !dealers).map(({ number }) => number));
  const site = await startSite(url, join(folder, 'data'), 'cached');
  const read = (path: string, cookie: string) => call(`${site.origin}${path}`, { headers: { cookie } });
  const write = (number: string, cookie: string) =>
    call(`${site.origin}/api/threads/${number}/messages`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: site.origin },
      body: JSON.stringify({ text: 'The price is final.', key: randomUUID() }),
    });
  const cases: [name: string, work: () => Promise<void>][] = [
    ['conversation, buyer', () => read(`/api/threads/${ofBuyer()}`, buyer)],
    ['conversation, dealer', () => read(`/api/threads/${ofDealer()}`, dealer)],
    ['inbox, buyer', () => read('/api/threads', buyer)],
    [`inbox, dealer with ${OF_DEALER.toLocaleString('en-US')}`, () => read('/api/threads?role=seller', dealer)],
    ['inbox, dealer, waiting', () => read('/api/threads?role=seller&filter=waiting', dealer)],
    ['inbox, office', () => read('/api/admin/threads', office)],
    ['search by number, office', () => read(`/api/admin/threads?filter=all&search=${ofDealer()}`, office)],
    ['sent message, dealer', () => write(ofDealer(), dealer)],
  ];
  // Lifts the hourly limits per person, which the measured calls exceed.
  const reset = setInterval(() => void pool.query('delete from request_counts'), 50);
  const pending: Promise<void>[] = [];
  const writing = setInterval(() => pending.push(write(ofOther(), other)), 1_000 / WRITES_PER_S);
  const lines: (string | number)[][] = [];
  try {
    for (const [name, work] of cases) lines.push([name, ...figures(await timesOf(work))]);
  } finally {
    clearInterval(writing);
    await Promise.all(pending);
    clearInterval(reset);
    await site.stop();
  }
  table(
    `One call at a time, ${TIMES} times each, ${WRITES_PER_S} messages a second meanwhile`,
    ['request', 'p50 ms', 'p95 ms', 'longest ms'],
    lines,
  );
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}, load ${load} at the end`,
  );
}

async function call(address: string, init: RequestInit): Promise<void> {
  const answer = await fetch(address, init);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} for ${address}: ${text}`);
}

/** Returns the durations in ms, shortest first, after warm-up calls. */
async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let turn = -UNCOUNTED; turn < TIMES; turn++) {
    const startedAt = performance.now();
    await work();
    if (turn >= 0) durations.push(performance.now() - startedAt);
  }
  return durations.sort((a, b) => a - b);
}

function figures(times: number[]): number[] {
  return [times[Math.floor(times.length / 2)]!, times[Math.floor(times.length * 0.95)]!, times.at(-1)!];
}
