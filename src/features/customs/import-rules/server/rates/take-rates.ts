import type pg from 'pg';
import { addDays, type Day, daysBetween } from '#features/customs/import-rules/model/calendar.ts';
import { actingSystem, audit } from '#features/people/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import type { RateSource } from '#lib/server/config/rate-sources.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { forgetFailures, noteFailure } from '#lib/server/jobs/job-runs.ts';
import { repeatNow } from '#lib/server/jobs/repeat.ts';
import { getText } from '#lib/server/outbound/get-json.ts';
import { RATE_FRESH_DAYS } from '../../model/exchange-rates.ts';
import {
  currenciesOf,
  type FetchedRates,
  isJump,
  isOtherBase,
  rateCell,
  readRates,
} from '../../model/fetched-rates.ts';
import { idOfRecord } from '../../model/rows/rule-list.ts';
import { RuleBookCache } from '../book/rule-book-cache.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from '../book/rule-row-store.ts';
import { RATE_FORMATS } from './rate-formats.ts';
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
const LOOK_EVERY_MS = 60_000;

/** Fetches exchange rates now and every day. Returns a function that stops the job. */
export function startRates(deps: RateDeps, onError: (error: unknown) => void): () => Promise<void> {
  return repeatNow(LOOK_EVERY_MS, () => takeRates(deps), onError, 'exchange rates');
}

const LIMITS = { maxBytes: 256 * 1024, timeoutMs: 10_000 };

type RateDeps = {
  pool: pg.Pool;
  source: RateSource;
  clock: Clock;
  log: { error(details: object, message: string): void };
};

/** As the system screen names it. */
const QUEUE = 'exchange rates';

/**
 * Fetches and publishes exchange rates if a fetch is due. The setting is the operator's consent, so no person approves
 * them. Rates that differ much from the last ones become drafts. A failure is recorded, logged and shown on the system screen.
 */
export async function takeRates({ pool, source, clock, log }: RateDeps): Promise<void> {
  const { name } = source;
  const begun = await withTransaction(pool, (db) => beginFetch(db, name));
  if (begun === null) return;
  try {
    const wanted = currenciesOf((await new RuleBookCache(pool).book()).book);
    const rates = await fetchRates(source, dayOf(clock), wanted);
    await withTransaction(pool, async (db) => {
      await endFetch(db, begun.id, await publishRates(db, rates, name));
      await forgetOldFetches(db);
      await forgetFailures(db, QUEUE, [name]);
    });
  } catch (error) {
    const problem = (error as Error).message || 'unknown';
    log.error({ err: error, source: name }, 'fetching exchange rates failed');
    await endFetch(pool, begun.id, { date: null, published: 0, held: 0, problem });
    await noteFailure(pool, QUEUE, name, { name: problem }, begun.retryAfterS);
  }
}

/** Tries the addresses of a source in turn. Throws an error with the problem of each. */
async function fetchRates(source: RateSource, today: Day, wanted: ReadonlySet<string>): Promise<FetchedRates> {
  const problems: string[] = [];
  for (const url of source.urls) {
    try {
      const body = await getText(url, { ...LIMITS, mayBePrivate: source.format === 'own' });
      return readRates(RATE_FORMATS[source.format](body), today, wanted);
    } catch (error) {
      const problem = (error as Error).message || 'unknown';
      problems.push(source.urls.length > 1 ? `${new URL(url).host}: ${problem}` : problem);
    }
  }
  throw new Error(problems.join('; '));
}

const NO_ORIGIN = { ip: null, requestId: null } as const;

const dayOf = (clock: Clock): Day => clock.now().toISOString().slice(0, 10);

async function publishRates(db: pg.PoolClient, { date, perUsd }: FetchedRates, source: string): Promise<FetchOutcome> {
  await lockPublications(db);
  const newest = await newestRates(db);
  const news = [...perUsd].filter(([currency]) => !((newest.get(currency)?.date ?? '') >= date));
  const jumped = (currency: string, rate: number) => {
    const known = newest.get(currency);
    return isJump(known?.perUsd, rate, known ? daysBetween(known.date, date) : 0);
  };
  const compared = news.filter(([currency]) => newest.has(currency));
  if (isOtherBase(compared.filter(([currency, rate]) => jumped(currency, rate)).length, compared.length))
    throw new Error('most rates differ far from the last ones, so they seem to have another base');
  const [jumps, calm] = [true, false].map((isHeld) =>
    news
      .filter(([currency, rate]) => jumped(currency, rate) === isHeld)
      .map(([currency, rate]): NewRow => {
        const record = { currency, perUsd: rateCell(rate), date, source };
        return { list: 'rates', id: idOfRecord('rates', record), record };
      }),
  ) as [NewRow[], NewRow[]];
  const oldest = addDays(date, -RATE_FRESH_DAYS);
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
