import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { factsOfOrders } from '#features/payments/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { accountsOf } from '../aftersales/claim-site.ts';
import { confirm, site, sql, work } from '../mail/order-scenes.ts';
import { testNow } from '../runner/test-clock.ts';

type Subject = { order: number; cars: number[]; buyer: { id: number }; seller: { id: number } };
export type PairAct<S> = (scene: S) => Promise<unknown>;
type Outcome = { answers: unknown[]; state: unknown };

const WAITING = `
  select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
/** How long to wait for an act that may be refused before it reaches the order's lock. */
const PATIENCE_MS = 400;
const POLL_MS = 5;

/** On a busy machine an act may time out while it waits for the order. */
const LOCK_TIMEOUT = '55P03';
const REFUSALS = [202, 404, 409, 422, 503, 'conflict'];
const TIMEOUT_MS = 180_000;
/** True starts every pair in both sequences. Otherwise a third of the pairs is started, every second one in reverse. */
const BOTH_WAYS = process.env.PAIRS === 'both ways';
/** Takes every act at least once. */
const SAMPLE = 3;

/** Answers are compared by status, errors by kind. */
async function answerOf(act: Promise<unknown>): Promise<unknown> {
  try {
    const answer = await act;
    return typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT) return 503;
    throw error;
  }
}

/** Waits until `count` connections wait for a lock, or an act has ended without one. */
async function untilWaiting(pool: pg.Pool, count: number, acts: Promise<unknown>[]): Promise<void> {
  let ended = 0;
  const end = () => ended++;
  for (const act of acts) act.then(end, end);
  const until = testNow().getTime() + PATIENCE_MS;
  while (testNow().getTime() < until) {
    const { rows } = await pool.query<{ n: number }>(WAITING);
    if (rows[0]!.n + ended >= count) return;
    await setTimeout(POLL_MS);
  }
}

/** Starts two acts in turn while their order is locked: both have begun before either can change anything. */
async function together(order: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const lock = await site.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select 1 from orders where id = $1 for update', [order]);
    const one = answerOf(first());
    await untilWaiting(site.pool, 1, [one]);
    const other = answerOf(second());
    await untilWaiting(site.pool, 2, [one, other]);
    await lock.query('commit');
    return await Promise.all([one, other]);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
}

const COUNTS = `
  select (select count(*)::int from handovers where order_id = $1) as handovers,
    (select count(*)::int from shipment_events where order_id = $1) as events,
    (select coalesce(sum(case when kind = 'taken' then cents else -cents end), 0)::int from security_moves where order_id = $1) as security,
    (select count(*)::int from order_charges where order_id = $1) as charges,
    (select count(*)::int from cash_returns where order_id = $1) as cash_returns,
    (select array_agg(state order by id) from claims where order_id = $1) as claims,
    (select array_agg(to_life order by id) from order_moves where order_id = $1) as moves,
    (select array_agg(p.state || ' ' || p.amount_cents order by p.state, p.amount_cents) from payments p where p.order_id = $1) as payments,
    (select array_agg(r.amount_cents || case when r.done_at is not null then ' done' when r.failed_at is not null then ' failed' else ' waits' end
       order by r.amount_cents)
     from refunds r join payments p on p.id = r.payment_id where p.order_id = $1) as refunds,
    (select array_agg(l.status order by l.id) from listings l where l.id = any($2)) as cars,
    (select array_agg(state || ' ' || cents order by id) from payouts where seller_id = $3) as payouts`;
const SUBJECTS = `
  select m.subject from mail_outbox m where m.to_address in (select email from users where id = any($1)) order by 1`;

/** Leaves only this scene's claims to the worker. */
const QUIET = "update claims set next_at = now() + interval '1 year' where order_id <> $1 and next_at is not null";
/** Disables office people of earlier scenes, because emails go to all people of the office. */
const FEW = 'update admins set disabled_at = now() where disabled_at is null and id <> all($1)';
/** Each scene has a different contact address. */
const CONTACT = 'update payments set contact_email = (select email from users where id = $2) where order_id = $1';

/** State of an order after two acts, without ids and times. */
async function stateOf({ order, cars, buyer, seller }: Subject): Promise<unknown> {
  site.gateway.answers = 'done';
  await site.settleRefunds(order);
  await confirm();
  const facts = (await factsOfOrders(site.pool, [order])).get(order);
  const [counts] = await sql(COUNTS, order, cars, seller.id);
  const mails = (await sql(SUBJECTS, [buyer.id, seller.id])).map(({ subject }) => subject.replace(/[\d,.]+/g, '#'));
  const state = { facts, accounts: await accountsOf(site.pool, order), counts, mails };
  return JSON.parse(JSON.stringify(state, (key, value) => (/(^id|Id|At|By|Told)$/.test(key) ? null : value)));
}

type Start = (order: number, first: () => Promise<unknown>, second: () => Promise<unknown>) => Promise<unknown[]>;

const inTurn: Start = async (_order, first, second) => [await answerOf(first()), await answerOf(second())];
/** Refunds requested by the first act are sent after the second act. */
const beforeRefunds: Start = async (order, first, second) => {
  site.gateway.answers = 'unreached';
  return inTurn(order, first, second);
};
const happened = (answer: unknown) => answer === 'done' || answer === 200;

/**
 * Tests pairs of acts in a state of an order, including acts with themselves: two acts started together must end like one of the two
 * sequences. A refused act must have changed nothing.
 */
export function testPairs<S extends Subject>(
  name: string,
  make: (acts: readonly string[]) => Promise<S>,
  acts: Record<string, PairAct<S>>,
): void {
  type Act = keyof typeof acts;
  const names = Object.keys(acts);
  const all = names.flatMap((one, at) => names.slice(at).map((other, more) => [one, other, 2 * at + more] as const));
  const pairs = all.filter(([, , sum]) => BOTH_WAYS || sum % SAMPLE === 0);

  async function run(first: Act, second: Act | null, start: Start): Promise<Outcome> {
    await sql('delete from request_counts');
    const scene = await make(second === null ? [first] : [first, second]);
    await sql(CONTACT, scene.order, scene.buyer.id);
    await sql(QUIET, scene.order);
    await sql(FEW, [site.admin.id, site.second.id]);
    await work();
    const then = second === null ? async () => 'done' : () => acts[second]!(scene);
    const answers = await start(scene.order, () => acts[first]!(scene), then);
    return { answers, state: await stateOf(scene) };
  }
  /** Results of sequences and of single acts, which are deterministic and computed once. */
  const known = new Map<string, Promise<Outcome>>();
  function runOnce(first: Act, second: Act | null, start: Start): Promise<Outcome> {
    const key = [first, second, start.name].join();
    const outcome = known.get(key) ?? run(first, second, start);
    known.set(key, outcome);
    return outcome;
  }
  async function expectSerial(first: Act, second: Act): Promise<void> {
    const { answers, state } = await run(first, second, together);
    const [didFirst, didSecond] = answers.map(happened);
    if (didFirst !== didSecond) {
      const refused = answers.find((answer) => !happened(answer));
      expect(REFUSALS).toContain(refused);
      return expect(state).toEqual((await runOnce(didFirst ? first : second, null, inTurn)).state);
    }
    const turns: Outcome[] = [];
    for (const start of [inTurn, beforeRefunds]) {
      turns.push(await runOnce(first, second, start));
      const turned = await runOnce(second, first, start);
      turns.push({ ...turned, answers: turned.answers.toReversed() });
      if (turns.some((turn) => isDeepStrictEqual(turn, { answers, state }))) return;
    }
    expect(turns).toContainEqual({ answers, state });
  }

  test.each(pairs)(
    `${name}: %s and %s at once end like one after the other`,
    async (one, other) => {
      const ways = [[one, other] as const, ...(one === other ? [] : [[other, one] as const])];
      const first = pairs.findIndex(([a, b]) => a === one && b === other) % ways.length;
      for (const way of BOTH_WAYS ? ways : [ways[first]!]) await expectSerial(...way);
    },
    TIMEOUT_MS,
  );
  test(`${name}: the books agree after all pairs`, async () => {
    expect(await site.faults()).toEqual([]);
  });
}
