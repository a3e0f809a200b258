import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { CERTAINTIES } from '#features/shipping/shipments/model/shipment-event.ts';
import {
  Book,
  CancelByBuyer,
  Complete,
  Hold,
  HoldLapses,
  PayByCard,
  PayInCash,
  TimePasses,
  TransferArrives,
} from './acts.ts';
import {
  atOnce,
  decides,
  disputes,
  endFreezes,
  InClaimStory,
  isSilent,
  opensFor,
  type Performed,
  refundAtProvider,
  sendsRefunds,
  ships,
  staffRefund,
  withdraws,
} from './claim-acts.ts';
import { leaksOf } from './frozen-money.ts';
import { problemsOf, readState, unfinishedOf } from './order-state.ts';
import { settle } from './settle.ts';
import { sendAgain, type Told, willReport } from './shipment-acts.ts';
import { beginStory } from './story.ts';
import { expectBooksAgree, newWorld, type World } from './world.ts';

/** `npm run chaos` runs more. */
const STORIES = Math.ceil(Number(process.env.STORIES ?? 90) / 5);
const MAX_ACTS = 10;
const SEED = process.env.STORY_SEED === undefined ? {} : { seed: Number(process.env.STORY_SEED) };

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

const paid = fc.constantFrom(1_000, 1_000, 500);
const opens = fc.constantFrom('all cars' as const, 'one car' as const).map(opensFor);
/** Reports that devices send after the acts, late and out of order. */
const told = fc.array(
  fc.record<Told>({
    step: fc.constantFrom('at_port', 'sailed', 'arrived'),
    certainty: fc.constantFrom(...CERTAINTIES),
    hoursAgo: fc.integer({ min: 0, max: 12 }),
  }),
  { maxLength: 12 },
);
/** Acts of people, which may also run simultaneously with others. */
const peoples: fc.Arbitrary<Performed>[] = [
  paid.map((part) => new PayByCard(part)),
  paid.map((part) => new PayInCash(part)),
  fc.constant(new Complete()),
  fc.constant(new CancelByBuyer()),
  opens,
  opens,
  fc.constant(withdraws),
  fc.constantFrom(0, 100, 500, 1_000).map(decides),
  fc.constantFrom('FOB' as const, 'CFR' as const, 'CIF' as const, 'CIF' as const).map(ships),
  fc.constantFrom(50, 100, 1_000).map(staffRefund),
  fc.constantFrom(50, 100).map(staffRefund),
];
/** The provider and the buyer's bank report their acts, which may take money of a frozen order. */
const providers: fc.Arbitrary<Performed>[] = [
  fc.constantFrom('inquiry' as const, 'open' as const, 'won' as const, 'lost' as const).map(disputes),
  fc.constantFrom(100, 1_000).map(refundAtProvider),
];
const byPeople = fc.oneof(...peoples);
const byProvider = fc.oneof(...providers);
const acts = [
  ...peoples.map((act) => act.map((one) => new InClaimStory(one))),
  ...providers.map((act) => act.map((one) => new InClaimStory(one, true))),
  fc.constantFrom(1 as const, 3 as const).map((cars) => new InClaimStory(new Hold(cars))),
  fc.constant(new InClaimStory(new HoldLapses())),
  paid.map((part) => new InClaimStory(new TransferArrives(part))),
  fc.constantFrom(8, 30).map((days) => new InClaimStory(new TimePasses(days))),
  fc.constantFrom(6, 10, 40).map((days) => new InClaimStory(isSilent(days))),
  fc.constant(new InClaimStory(sendsRefunds)),
  fc.tuple(byPeople, byPeople).map((two) => new InClaimStory(atOnce(two))),
  fc.tuple(opens, byPeople).map((two) => new InClaimStory(atOnce(two))),
  fc.tuple(byPeople, byProvider).map((two) => new InClaimStory(atOnce(two), true)),
];
const begins = fc.oneof(fc.constant(new InClaimStory(new Book(0))), fc.constant(new InClaimStory(new Hold(3))));

test(`in ${STORIES} random stories with claims, disputes and reports no cent leaves a frozen order, no car moves backward, and everything settles`, async () => {
  const stories = fc.asyncProperty(
    fc.commands([begins, ...acts], { maxCommands: MAX_ACTS, size: 'max' }),
    told,
    async (story, reports) => {
      const { model, real } = await beginStory(world);
      willReport(real, reports);
      await fc.asyncModelRun(() => ({ model, real }), story);
      await endFreezes(real);
      await settle(real);
      await sendAgain(real);
      const state = await readState(world.pool, real.car);
      expect([...problemsOf(state), ...unfinishedOf(state)]).toEqual([]);
      expect(await leaksOf(world.pool, real.car)).toEqual([]);
      for (const { accounts } of state.orders)
        expect([accounts.frozen, accounts.disputed_at_provider]).toEqual([undefined, undefined]);
      expect(await bookFaults(world.pool)).toEqual([]);
      await expectBooksAgree(world.pool);
    },
  );
  await fc.assert(stories, { numRuns: STORIES, ...SEED, endOnFailure: false });
  await expectBooksAgree(world.pool);
}, 0);
