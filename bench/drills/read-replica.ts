import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { type Buyer, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { seconds, signalDatabase, startDrillSite } from './drill-site.ts';
import { ask, createCluster, startPair } from './raw-postgres.ts';

const WRITES = 20;
const READERS_MS = 4_000;
const FROZEN_MS = 6_000;
const MAX_ANSWER_MS = 5_000;
/** The allowed lag of one second plus some polls. */
const MAX_NOTICE_MS = 1_500;
const WROTE = 'wrote=1';

/**
 * Two processes with a streaming replica. Buyers who have just paid open their car through the other process while the replica replays
 * nothing. Then the replica falls behind, freezes and dies under reads.
 */
export async function readReplica(): Promise<string[]> {
  const cluster = await createCluster();
  const { primary, replica } = await startPair(cluster);
  const metricsPort = await freePort();
  const settings = {
    DATABASE_URL: cluster.siteUrl(primary.port),
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: cluster.ownerUrl(primary.port),
    DATABASE_READ_URL: cluster.siteUrl(replica.port),
    PAYMENTS: 'simulated',
    PAYMENT_DELAY_MS: '0',
  };
  const first = await startDrillSite(settings);
  const second = await startDrillSite({ ...settings, METRICS_PORT: String(metricsPort) });
  const pool = await openPool(cluster.ownerUrl(primary.port), { max: 2 });
  const onReplica = (sql: string) => ask(cluster.ownerUrl(replica.port), sql);
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`carquay_${name} `))
        ?.split(' ')
        .at(-1),
    );
  };
  const isUsed = async () => (await metric('replica_used')) === 1;
  const until = async (used: boolean, mostMs: number) => {
    const began = performance.now();
    while ((await isUsed()) !== used) {
      if (performance.now() - began > mostMs) throw new Error(`replica_used was not ${Number(used)} in time`);
      await wait(20);
    }
    return performance.now() - began;
  };
  const read = async (car: number, cookie = '') => {
    const began = performance.now();
    const response = await fetch(`${second.origin}/api/listings/cards?ids=${car}`, { headers: { cookie } });
    const { listings } = (await response.json()) as { listings?: { hold: unknown }[] };
    return { status: response.status, isHeld: Boolean(listings?.[0]?.hold), ms: performance.now() - began };
  };

  const cars = await addCars(
    pool,
    Array.from({ length: WRITES + 1 }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const free = cars.pop() ?? 0;
  await until(true, 10_000);
  let [withoutMark, withMark] = [0, 0];
  for (const car of cars) {
    const { id, cookie } = await signIn(pool);
    const buyer: Buyer = { id, cookie, ip: '10.0.0.1' };
    await onReplica('select pg_wal_replay_pause()');
    const { status } = await pay(first.origin, newCheckout(buyer, car));
    if (status !== 200) throw new Error(`a payment was answered with ${status}`);
    if (!(await read(car, WROTE)).isHeld) withMark += 1;
    if (!(await read(car)).isHeld) withoutMark += 1;
    await onReplica('select pg_wal_replay_resume()');
    await until(true, 10_000);
  }
  if (withMark > 0) throw new Error(`${withMark} of ${WRITES} buyers did not see their own payment`);

  const readFor = async (ms: number) => {
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    for (const end = performance.now() + ms; performance.now() < end; await wait(10)) answers.push(await read(free));
    const failed = answers.filter(({ status }) => status !== 200).length;
    const slowest = Math.max(...answers.map(({ ms: each }) => each));
    if (failed > 0 || slowest > MAX_ANSWER_MS)
      throw new Error(`${failed} reads failed, the slowest took ${seconds(slowest)}`);
    return { reads: answers.length, slowest };
  };
  const before = await metric('public_reads{by="replica"}');
  const calm = await readFor(READERS_MS);
  const byReplica = (await metric('public_reads{by="replica"}')) - before;

  await onReplica('select pg_wal_replay_pause()');
  const writing = setInterval(
    () => void pool.query('update listings set version = version where id = $1', [cars[0]]),
    50,
  );
  const noticed = await until(false, MAX_NOTICE_MS);
  const behind = await readFor(1_000);
  await onReplica('select pg_wal_replay_resume()');
  const usedAgain = await until(true, 5_000);
  clearInterval(writing);
  // Reads must be on their way to the replica when it freezes.
  await wait(1_000);

  signalDatabase(cluster.folder, 'SIGSTOP', replica.data);
  const frozen = await readFor(FROZEN_MS);
  signalDatabase(cluster.folder, 'SIGCONT', replica.data);
  await until(true, 10_000);
  await replica.kill();
  const dead = await readFor(2_000);

  await first.stop();
  await second.stop();
  await pool.end();
  await primary.stop();
  return [
    `own writes: ${WRITES} buyers paid through one process and looked through the other while the replica stood still: ${withMark} did not see their payment, ${withoutMark} without the mark`,
    `calm: the replica answered ${byReplica} of ${calm.reads} reads`,
    `behind: noticed after ${seconds(noticed)}, used again ${seconds(usedAgain)} after it went on; frozen and killed: 0 of ${behind.reads + frozen.reads + dead.reads} reads failed, slowest ${seconds(Math.max(frozen.slowest, dead.slowest))}`,
  ];
}
