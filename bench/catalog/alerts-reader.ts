/** The reader of changed cars of bench/catalog/alerts.ts, in a process of its own that can be killed. */
import { setTimeout as pause } from 'node:timers/promises';
import { listingsQuery } from '#features/catalog/listings/model/listing-contract.ts';
import { criteriaOfQuery } from '#features/catalog/listings/server/query-criteria.ts';
import { parametersOfSearch } from '#features/catalog/saved-searches/model/saved-query.ts';
import { SearchReader } from '#features/catalog/saved-searches/server/matching/search-reader.ts';
import { VehicleCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { openPool } from '#lib/server/database/postgres.ts';

const [url = '', lookEveryMs = '1000', aheadMinutes = '0'] = process.argv.slice(2);
const pool = await openPool(url, { max: 1, statementTimeoutMs: 60_000 });
const names = await openPool(url, { max: 1 });
const catalog = new VehicleCatalog(names);
const clock = { now: () => new Date(Date.now() + Number(aheadMinutes) * 60_000) };
const onError = (error: unknown) => {
  throw error;
};
const reader = new SearchReader({
  pool,
  clock,
  compile: async (state) => criteriaOfQuery(listingsQuery.parse(parametersOfSearch(state)), await catalog.vehicles()),
  rulesOf: () => null,
  onError,
});
const [{ pid }] = (await pool.query('select pg_backend_pid() as pid')).rows as [{ pid: number }];
const sums = { cars: 0, hits: 0, matches: 0, told: 0, looks: 0 };
let stopping = false;
process.on('message', () => {
  stopping = true;
});
for (let isFirst = true; !stopping; isFirst = false) {
  const looked = await reader.look();
  if (looked) {
    sums.looks += 1;
    for (const name of ['cars', 'hits', 'matches', 'told'] as const) sums[name] += looked[name];
  }
  const memory = process.memoryUsage();
  process.send?.({ isFirst, isReading: looked !== null, pid, bytes: reader.index.bytes, rss: memory.rss, ...sums });
  await pause(Number(lookEveryMs));
}
await reader.close();
await Promise.all([pool.end(), names.end()]);
process.disconnect();
