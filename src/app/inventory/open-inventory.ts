import type pg from 'pg';
import { trimChanges } from '#features/catalog/inventory/server/follow/change-feed.ts';
import { readDetail } from '#features/catalog/inventory/server/follow/indexed-rows.ts';
import { InventoryFollower } from '#features/catalog/inventory/server/follow/inventory-follower.ts';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import { memoryInventory } from '#features/catalog/inventory/server/memory/memory-inventory.ts';
import { sqlInventory } from '#features/catalog/inventory/server/sql-inventory.ts';
import type { VehicleCatalog } from '#features/catalog/server/api.ts';
import type { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { destinationRules } from '#features/customs/import-rules/server/destination-rules.ts';
import type { Clock } from '#lib/clock.ts';
import type { Config } from '#lib/server/config/config.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';
import { type InventoryVersion, inventoryVersion } from './inventory-version.ts';

/** Kept answers may be this old if the database answers from its own indexes. */
const SQL_MAX_AGE_MS = 500;
/** Looks into the feed of changes, which no reader waits for. */
const LOOK_EVERY_MS = 100;
/** A reader waits for a look if the last one is older, or after a change that this process made. */
const INDEX_MAX_AGE_MS = 300;
const TRIM_EVERY_MS = 60_000;
/** A small inventory is in the index before the first request. Meanwhile SQL answers. */
const MAX_FILL_WAIT_MS = 1_000;

type Needs = {
  config: Pick<Config, 'inventory'>;
  pool: pg.Pool;
  /** Answers lists that the index cannot. */
  lists: Queryable;
  clock: Clock;
  rules: RuleBookCache;
  /** The names that searches of this inventory understand. */
  catalog: VehicleCatalog;
  /** For tests, which change the database directly and expect the next response to show it. */
  alwaysLook: boolean;
  /** True to look regularly. */
  jobs: boolean;
  onError: (error: unknown) => void;
};

type OpenInventory = {
  inventory: Inventory;
  version: InventoryVersion;
  /** Returns true if lists of cars are answered without the database. */
  isFilled(): boolean;
  close(): Promise<void>;
};

/** Opens the public inventory: the index of this process, or SQL. */
export async function openInventory(needs: Needs): Promise<OpenInventory> {
  const { config, pool, lists, clock, rules, catalog, alwaysLook, jobs, onError } = needs;
  const rulesOf = destinationRules(rules, clock);
  const sql = sqlInventory(lists, rulesOf);
  let knownRules = 0;
  /** Counts new versions that any reader found, so older responses are dropped. */
  const newRules = async () => {
    await rules.refresh();
    const found = rules.current().version - knownRules;
    knownRules += found;
    return found;
  };
  if (config.inventory === 'sql') {
    const version = inventoryVersion(pool, {
      maxAgeMs: SQL_MAX_AGE_MS,
      catchUp: async () => (await newRules()) + Number(await catalog.refresh()),
    });
    return { inventory: sql, version, isFilled: () => false, close: async () => {} };
  }
  const follower = new InventoryFollower(pool, onError);
  const version = inventoryVersion(pool, {
    maxAgeMs: alwaysLook ? -1 : INDEX_MAX_AGE_MS,
    catchUp: async () => {
      const [cars, versions] = await Promise.all([follower.catchUp(), newRules()]);
      // A car may be the first public one of its make or model, which searches must then understand.
      const mayBeFirst = cars > 0 || follower.current() === null;
      return cars + versions + Number(mayBeFirst && (await catalog.refresh()));
    },
  });
  const inventory = memoryInventory({
    current: () => follower.current(),
    refresh: () => version.refresh(),
    sql,
    readDetail: (id) => readDetail(pool, id),
    clock,
    rulesOf,
  });
  const filled = follower.fill();
  await Promise.race([filled, new Promise((resolve) => setTimeout(resolve, MAX_FILL_WAIT_MS).unref())]);
  const stops = jobs
    ? [
        repeat(LOOK_EVERY_MS, () => version.look(), onError, 'inventory'),
        repeat(TRIM_EVERY_MS, () => trimChanges(pool), onError, 'listing changes'),
      ]
    : [];
  const close = async () => {
    await Promise.all(stops.map((stop) => stop()));
    await follower.close();
  };
  return { inventory, version, isFilled: () => follower.current() !== null, close };
}
