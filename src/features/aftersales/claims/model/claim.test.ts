import { expect, test } from 'vitest';
import { type ClaimFacts, windowOf } from './claim.ts';

const day = (of: number) => new Date(Date.UTC(2026, 11, of));
const FACTS: ClaimFacts = {
  offer: 'Sell',
  life: 'active',
  hasTerms: true,
  daysFrom: null,
  expectedAt: day(10),
  expectedSince: day(1),
  terms: { days: 14, arrivalDays: 5, answerDays: 3, replyDays: 3, reviewDays: 14 },
};

test('a claim for a car that did not arrive is open from the expected arrival on', () => {
  expect(windowOf('not_arrived', FACTS, day(9))).toMatchObject({ from: day(10), refusal: 'tooEarly' });
  expect(windowOf('not_arrived', FACTS, day(15))).toMatchObject({ until: day(15), refusal: null });
  expect(windowOf('not_arrived', FACTS, day(16))).toMatchObject({ refusal: 'tooLate' });
});

test('an arrival that the buyer was told of late does not shorten the days for a claim', () => {
  const late = { ...FACTS, expectedSince: day(20) };
  expect(windowOf('not_arrived', late, day(25))).toEqual({ from: day(10), until: day(25), refusal: null });
});

test('the days after the handover begin with the handover', () => {
  const completed: ClaimFacts = { ...FACTS, life: 'completed', daysFrom: day(12) };
  expect(windowOf('damaged', completed, day(26))).toMatchObject({ until: day(26), refusal: null });
  expect(windowOf('damaged', completed, day(27))).toMatchObject({ refusal: 'tooLate' });
  expect(windowOf('not_arrived', completed, day(13))).toMatchObject({ refusal: 'handedOver' });
});
