import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { everything } from './everything.ts';
import { readState, unfinishedOf } from './order-state.ts';
import { settle } from './settle.ts';
import { beginStory } from './story.ts';
import { expectBooksAgree, newWorld, type World } from './world.ts';

/** `npm run chaos` runs thousands. */
const STORIES = Number(process.env.STORIES ?? 25);
const MAX_ACTS = 10;
const SEED = process.env.STORY_SEED === undefined ? {} : { seed: Number(process.env.STORY_SEED) };

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

test(`in ${STORIES} random stories no cent is lost, no car is sold twice, and everything settles`, async () => {
  const stories = fc.asyncProperty(fc.commands(everything, { maxCommands: MAX_ACTS, size: 'max' }), async (acts) => {
    const { model, real } = await beginStory(world);
    await fc.asyncModelRun(() => ({ model, real }), acts);
    await settle(real);
    expect(unfinishedOf(await readState(world.pool, real.car))).toEqual([]);
  });
  await fc.assert(stories, { numRuns: STORIES, ...SEED, endOnFailure: false });
  await expectBooksAgree(world.pool);
}, 0);
