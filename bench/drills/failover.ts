import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from '#lib/server/database/postgres.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { signIn } from '../../tests/support/data/accounts.ts';
import { type Buyer, call, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { type DrillSite, seconds, startDrillSite } from './drill-site.ts';
import { ask, type Cluster, createCluster, SYNCHRONOUS, startPair } from './raw-postgres.ts';
import { tcpSwitch } from './tcp-switch.ts';

const USERS = 8;
const CARS = 1_000;
const BUYERS = 40;
const BEFORE_MS = 4_000;
const AFTER_MS = 8_000;
/** How long the link to the replica is held before the primary dies, without synchronous commit. */
const LINK_HELD_MS = 1_000;
const PROBE_EVERY_MS = 200;
const PROBES_MISSED = 2;
const MAX_GAP_MS = 10_000;

/** A write that got 200. */
type Acknowledged = { at: number; site: number } & ({ user: number; car: number } | { transaction: string });

/**
 * Kills the primary under load, promotes its replica and redirects the connections: once with synchronous commit, once without while the
 * replica lags. Then looks for every acknowledged write.
 */
export async function failover(): Promise<string[]> {
  const synchronous = await rehearse(true, switchAddress);
  if (synchronous.lost > 0) throw new Error(`${synchronous.lost} acknowledged writes were lost`);
  const asynchronous = await rehearse(false, switchAddress);
  return [
    `synchronous commit: ${synchronous.text}`,
    `without, the link held for ${seconds(LINK_HELD_MS)} before: ${asynchronous.text}`,
  ];
}

/** The address that the sites use. It can be pointed to another server. */
export type Address = { siteUrl: string; ownerUrl: string; lead(port: number): Promise<void>; close(): Promise<void> };

async function switchAddress(cluster: Cluster, port: number): Promise<Address> {
  const { port: own, lead, close } = await tcpSwitch(port);
  return {
    siteUrl: cluster.siteUrl(own),
    ownerUrl: cluster.ownerUrl(own),
    lead: async (to) => lead(to),
    close: async () => close(),
  };
}

/** Fails over once. Returns the number of lost acknowledged writes and a report. */
export async function rehearse(
  isSynchronous: boolean,
  addressOf: (cluster: Cluster, port: number) => Promise<Address>,
) {
  const cluster = await createCluster();
  let link: Awaited<ReturnType<typeof tcpSwitch>> | undefined;
  const { primary, replica } = await startPair(cluster, {
    primary: isSynchronous ? SYNCHRONOUS : {},
    link: async (port) => {
      link = await tcpSwitch(port);
      return link.port;
    },
  });
  const address = await addressOf(cluster, primary.port);
  const sites = [await startSite(address), await startSite(address)];
  const pool = await openPool(cluster.ownerUrl(primary.port), { max: 4 });
  const load = await startLoad(pool, sites);
  await wait(BEFORE_MS);
  if (!isSynchronous) {
    link?.hold();
    await wait(LINK_HELD_MS);
  }
  const killedAt = performance.now();
  await primary.kill();
  link?.close();
  await noticed(cluster.ownerUrl(primary.port));
  const noticedAt = performance.now();
  await ask(cluster.ownerUrl(replica.port), 'select pg_promote(true, 30)', 35_000);
  await address.lead(replica.port);
  const promotedAt = performance.now();
  await wait(AFTER_MS);
  const { acknowledged, refused } = await load.stop();
  const after = sites.map((_, each) => acknowledged.find(({ at, site: by }) => by === each && at > noticedAt));
  await pool.end().catch(() => {});
  const found = await openPool(cluster.ownerUrl(replica.port), { max: 2 });
  const lost = await missing(found, acknowledged);
  const lists = await agree(found, sites);
  await found.end();
  for (const each of sites) await each.stop();
  await address.close();
  await replica.stop();
  const gapMs = Math.max(...after.map((first) => (first?.at ?? Number.POSITIVE_INFINITY) - killedAt));
  if (!(gapMs < MAX_GAP_MS)) throw new Error(`a process had not written again after ${seconds(MAX_GAP_MS)}`);
  const late = lost.map(({ at }) => killedAt - at);
  const text = [
    `both processes wrote again ${seconds(gapMs)} after the kill (noticed after ${seconds(noticedAt - killedAt)}, promoted after ${seconds(promotedAt - killedAt)})`,
    `${lost.length} of ${acknowledged.length} acknowledged writes lost${lost.length > 0 ? `, all of the last ${seconds(Math.max(...late))}` : ''}`,
    `${refused} were refused meanwhile`,
    `lists of both processes agree with the database (${lists} cars)`,
  ].join('; ');
  return { lost: lost.length, text };
}

export const startSite = ({ siteUrl, ownerUrl }: Pick<Address, 'siteUrl' | 'ownerUrl'>) =>
  startDrillSite({
    DATABASE_URL: siteUrl,
    EXCHANGE_RATES: 'none',
    DATABASE_OWNER_URL: ownerUrl,
    PAYMENTS: 'simulated',
    PAYMENT_DELAY_MS: '0',
  });

/** Users save cars and buyers pay over both processes in turn until stopped. */
export async function startLoad(pool: pg.Pool, sites: DrillSite[]) {
  const cars = await addCars(
    pool,
    Array.from({ length: CARS + BUYERS }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const toBuy = cars.splice(CARS);
  const people = await Promise.all(Array.from({ length: USERS + BUYERS }, () => signIn(pool)));
  const buyers = people.splice(USERS).map(({ id, cookie }): Buyer => ({ id, cookie, ip: '10.0.0.1' }));
  const acknowledged: Acknowledged[] = [];
  let [refused, stopped, turn] = [0, false, 0];
  const send = async (
    written: { user: number; car: number } | { transaction: string },
    request: (origin: string) => Promise<{ status: number }>,
  ) => {
    const by = turn++ % sites.length;
    const { status } = await request(sites[by]!.origin);
    if (status === 200) acknowledged.push({ ...written, at: performance.now(), site: by });
    else {
      refused += 1;
      await wait(20);
    }
  };
  const save = async ({ id, cookie }: { id: number; cookie: string }) => {
    for (const car of cars) {
      if (stopped) return;
      await send({ user: id, car }, (origin) =>
        call(origin, { id, cookie, ip: '10.0.0.1' }, 'PUT', `/api/favourites/${car}`),
      );
      await wait(15);
    }
  };
  const buy = async () => {
    for (const [index, buyer] of buyers.entries()) {
      if (stopped) return;
      const checkout = newCheckout(buyer, toBuy[index]!);
      await send({ transaction: checkout.transaction }, (origin) => pay(origin, checkout));
      await wait(150);
    }
  };
  const running = [...people.map(save), buy()];
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
      return { acknowledged, refused };
    },
  };
}

async function noticed(url: string): Promise<void> {
  for (let missed = 0; missed < PROBES_MISSED; ) {
    await wait(PROBE_EVERY_MS);
    missed = await ask(url, 'select 1', PROBE_EVERY_MS).then(
      () => 0,
      () => missed + 1,
    );
  }
}

export async function missing(pool: pg.Pool, acknowledged: Acknowledged[]): Promise<Acknowledged[]> {
  const saved = await pool.query<{ key: string }>("select user_id || ' ' || listing_id as key from favourites");
  const paid = await pool.query<{ key: string }>('select transaction_id as key from payments');
  const there = new Set([...saved.rows, ...paid.rows].map(({ key }) => key));
  return acknowledged.filter(
    (write) => !there.has('transaction' in write ? write.transaction : `${write.user} ${write.car}`),
  );
}

/** Changes a car, waits until both processes list exactly the public cars of the database, and returns their number. */
export async function agree(pool: pg.Pool, sites: DrillSite[]): Promise<number> {
  await pool.query(
    "update listings set status = 'paused' where id = (select max(id) from listings where status = 'active')",
  );
  const { rows } = await pool.query<{ cars: number }>(
    "select count(*)::int as cars from listings where status = 'active' and deleted_at is null",
  );
  const cars = rows[0]?.cars ?? 0;
  for (const { origin } of sites) {
    for (const deadline = Date.now() + 15_000; ; await wait(200)) {
      const response = await fetch(`${origin}/api/listings/listings?RentSell=Sell&limit=1`);
      const { pagination } = (await response.json()) as { pagination?: { totalItems: number } };
      if (pagination?.totalItems === cars) break;
      if (Date.now() > deadline) throw new Error(`a process lists ${pagination?.totalItems} of ${cars} cars`);
    }
  }
  return cars;
}
