import type pg from 'pg';
import { openInventory } from '#app/inventory/open-inventory.ts';
import { searchCompiler } from '#features/catalog/saved-searches/server/compile-search.ts';
import { lookUpSearches, tellOfRules } from '#features/catalog/saved-searches/server/look-up-searches.ts';
import { SearchReader } from '#features/catalog/saved-searches/server/matching/search-reader.ts';
import { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { RuleBookCache } from '#features/customs/import-rules/server/book/rule-book-cache.ts';
import { destinationRules } from '#features/customs/import-rules/server/destination-rules.ts';
import { emailDueNotifications } from '#features/site/notifications/server/email-notifications.ts';
import type { Clock } from '#lib/clock.ts';
import { testDatabase } from '../database/test-database.ts';
import { afterFile } from '../runner/after-file.ts';
import { testNow } from '../runner/test-clock.ts';
import { testApp } from '../server/test-app.ts';

const report = (error: unknown) => {
  throw error;
};

/** What the workers of saved searches need, on a database of a test. */
export async function searchTools(pool: pg.Pool, clock: Clock) {
  const rules = new RuleBookCache(pool);
  const catalog = new VehicleCatalog(pool);
  const opened = { config: { inventory: 'memory' as const }, pool, lists: pool, clock, rules, catalog };
  const { inventory, close } = await openInventory({ ...opened, alwaysLook: true, jobs: false, onError: report });
  afterFile(close);
  const rulesOf = destinationRules(rules, clock);
  const compile = searchCompiler({ inventory, clock, catalog, rules });
  return { pool, clock, inventory, rules, compile, siteOrigin: 'https://quay.example', rulesOf };
}

/** A site whose clock a test moves, and its readers of changed cars. */
export async function alertSite() {
  const { pool } = await testDatabase();
  const time = { aheadMs: 0 };
  const clock = { now: () => new Date(testNow().getTime() + time.aheadMs) };
  const app = await testApp(pool, {}, undefined, false, clock);
  const tools = await searchTools(pool, clock);
  const { siteOrigin } = tools;
  return {
    pool,
    app,
    tools,
    newReader: () => new SearchReader({ ...tools, onError: report }),
    /** Moves the clock of the site. */
    pass: (minutes: number) => {
      time.aheadMs += minutes * 60_000;
    },
    lookUpSearches: () => lookUpSearches(tools, report),
    tellOfRules: () => tellOfRules(tools, report),
    sendEmails: () => emailDueNotifications({ pool, clock, siteOrigin }, report),
  };
}
