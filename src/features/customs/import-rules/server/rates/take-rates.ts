import type pg from 'pg';
import { addDays, type Day } from '#features/customs/import-rules/model/calendar.ts';
import { actingSystem, audit } from '#features/people/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { getJson } from '#lib/server/outbound/get-json.ts';
import { currenciesOf, type FetchedRates, isJump, rateCell, readRates } from '../../model/fetched-rates.ts';
import { idOfRecord } from '../../model/rows/rule-list.ts';
import { RATE_EXPIRES_AFTER_DAYS } from '../../model/rows/rule-rows.ts';
import { RuleBookCache } from '../book/rule-book-cache.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from '../book/rule-row-store.ts';
import {
  beginFetch,
  endFetch,
  type FetchOutcome,
  forgetOldFetches,
  holdRates,
  newestRates,
  releaseHeld,
} from './rate-store.ts';

/** How often a process checks whether a fetch is due. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Fetches exchange rates now and every day. Returns a function that stops the job. */
export function startRates(deps: RateDeps, onError: (error: unknown) => void): () => Promise<void> {
  return repeatNow(LOOK_EVERY_MS, () => takeRates(deps), onError, 'exchange rates');
}

const LIMITS = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

type RateDeps = {
  pool: pg.Pool;
  /** EXCHANGE_RATES_URL. */
  url: string;
  clock: Clock;
  log: { error(details: object, message: string): void };
};

/**
 * Fetches and publishes exchange rates if a fetch is due. The setting is the operator's consent, so no person approves
 * them. Rates that differ much from the last ones become drafts. Failures are only recorded and logged.
 */
export async function takeRates({ pool, url, clock, log }: RateDeps): Promise<void> {
  const source = new URL(url).host;
  const id = await withTransaction(pool, (db) => beginFetch(db, source));
  if (id === null) return;
  try {
    const rates = readRates(await getJson(url, LIMITS), dayOf(clock));
    const wanted = currenciesOf((await new RuleBookCache(pool).book()).book);
    await withTransaction(pool, async (db) => {
      await endFetch(db, id, await publishRates(db, rates, wanted, source));
      await forgetOldFetches(db);
    });
  } catch (error) {
    const problem = (error as Error).message || 'unknown';
    log.error({ err: error, source }, 'fetching exchange rates failed');
    await endFetch(pool, id, { date: null, published: 0, held: 0, problem });
  }
}

const NO_ORIGIN = { ip: null, requestId: null } as const;

const dayOf = (clock: Clock): Day => clock.now().toISOString().slice(0, 10);

async function publishRates(
  db: pg.PoolClient,
  { date, perUsd }: FetchedRates,
  wanted: ReadonlySet<string>,
  source: string,
): Promise<FetchOutcome> {
  await lockPublications(db);
  const newest = await newestRates(db);
  const news = [...perUsd].filter(
    ([currency]) => wanted.has(currency) && !((newest.get(currency)?.date ?? '') >= date),
  );
  const [jumps, calm] = [true, false].map((isHeld) =>
    news
      .filter(([currency, rate]) => isJump(newest.get(currency)?.perUsd, rate) === isHeld)
      .map(([currency, rate]): NewRow => {
        const record = { currency, perUsd: rateCell(rate), date, source };
        return { list: 'rates', id: idOfRecord('rates', record), record };
      }),
  ) as [NewRow[], NewRow[]];
  const oldest = addDays(date, -RATE_EXPIRES_AFTER_DAYS);
  const waiting = await releaseHeld(db, calm.map(currencyOf), oldest);
  await holdRates(
    db,
    jumps.filter((row) => !waiting.has(currencyOf(row))),
  );
  const outcome = { date, published: calm.length, held: jumps.length, problem: null };
  if (calm.length === 0) return outcome;
  const version = await insertVersion(db, { reason: 'rates', proposedBy: null, approvedBy: null });
  await insertRows(db, calm, version);
  await audit(db, NO_ORIGIN, {
    actor: actingSystem,
    action: 'exchange rates published',
    details: { version, source, date, published: calm.map(currencyOf), held: jumps.map(currencyOf) },
  });
  return outcome;
}

const currencyOf = ({ record }: NewRow) => record.currency ?? '';
