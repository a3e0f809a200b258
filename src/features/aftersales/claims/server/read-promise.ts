import type pg from 'pg';
import { PROMISE_VERSION, PROMISES } from '#content/promise/as-described.ts';
import { newestTerms } from '#features/payments/server/api.ts';
import { rowsOf, statement } from '#lib/server/database/postgres.ts';
import { ENOUGH_DECIDED, type PromiseResponse } from '../model/claim-contract.ts';

const COUNT = statement(`
  select count(*)::int as claims, count(d.claim_id)::int as decided,
    count(*) filter (where d.to_buyer_cents > 0)::int as upheld,
    percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - c.opened_at) / 86400)
      filter (where d.claim_id is not null) as "medianDays"
  from claims c join orders o on o.id = c.order_id left join claim_decisions d on d.claim_id = c.id
  where o.offer = 'Sell' and c.state <> 'withdrawn'`);
type Counted = { claims: number; decided: number; upheld: number; medianDays: number | null };

/** Returns the promise in force and how its claims were decided. Shares and times are null until enough were decided. */
export async function readPromise(pool: pg.Pool): Promise<PromiseResponse> {
  const promise = PROMISES.find(({ version }) => version === PROMISE_VERSION);
  if (!promise) throw new Error(`promise ${PROMISE_VERSION} is missing`);
  const { version, covered, howMuch, howLong, notCovered } = promise;
  const terms = await newestTerms(pool);
  const [row] = await rowsOf<Counted>(pool, COUNT, []);
  const { claims, decided, upheld, medianDays } = row!;
  const isEnough = decided >= ENOUGH_DECIDED;
  return {
    flag: '1',
    version,
    covered: [...covered],
    how_much: howMuch,
    how_long: howLong
      .replace('{days}', String(terms.claimDays))
      .replace('{arrivalDays}', String(terms.claimArrivalDays)),
    not_covered: [...notCovered],
    counted: {
      claims,
      decided,
      upheld_percent: isEnough ? Math.round((upheld / decided) * 100) : null,
      median_days: isEnough && medianDays !== null ? Math.round(medianDays * 10) / 10 : null,
    },
  };
}
