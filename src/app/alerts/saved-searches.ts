import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import { searchCompiler } from '#features/catalog/saved-searches/server/compile-search.ts';
import { lookUpSearches, tellOfRules } from '#features/catalog/saved-searches/server/look-up-searches.ts';
import { SearchReader } from '#features/catalog/saved-searches/server/matching/search-reader.ts';
import type { SavedSearchDeps } from '#features/catalog/saved-searches/server/saved-searches.ts';
import type { VehicleCatalog } from '#features/catalog/server/api.ts';
import type { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { destinationRules } from '#features/customs/import-rules/server/destination-rules.ts';
import type { Clock } from '#lib/clock.ts';
import { type Config, siteAddress } from '#lib/server/config/config.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

/** How late a person is told of a change at once. */
const LOOK_EVERY_MS = 1_000;
const LOOK_UP_EVERY_MS = 60_000;

type Deps = {
  config: Config;
  pool: pg.Pool;
  clock: Clock;
  inventory: Inventory;
  catalog: VehicleCatalog;
  rules: RuleBookCache;
  jobs: boolean;
};

/** Starts the reader of changed cars, which one process is at a time, and the worker of daily and weekly searches. */
export function openSavedSearches(app: FastifyInstance, deps: Deps): SavedSearchDeps {
  const { config, pool, clock, inventory, rules, jobs } = deps;
  const rulesOf = destinationRules(rules, clock);
  const compile = searchCompiler(deps);
  const searches = { pool, clock, inventory, rules, compile, siteOrigin: siteAddress(config) };
  const onError = (error: unknown) => app.log.error({ err: error }, 'telling of saved searches failed');
  const reader = new SearchReader({ pool, clock, compile, rulesOf, onError });
  const stops: (() => Promise<void>)[] = [];
  const lookUp = { ...searches, rulesOf };
  app.addHook('onReady', async () => {
    if (!jobs) return;
    stops.push(
      repeat(LOOK_EVERY_MS, () => rules.book().then(() => reader.look()), onError, 'changed cars'),
      repeat(LOOK_UP_EVERY_MS, (run) => lookUpSearches(lookUp, run.onError, run), onError, 'saved searches'),
      repeat(LOOK_UP_EVERY_MS, (run) => tellOfRules(lookUp, run.onError, run), onError, 'searches by rules'),
    );
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
    await reader.close().catch(onError);
  });
  return searches;
}
