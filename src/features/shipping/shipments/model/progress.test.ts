import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXPORT_PAPERS, needsMakersLetter } from '#features/payments/order-acts/model/order-facts.ts';
import { nextStep, phaseOf, positionOf, progressOf, type ShipmentFacts, type StepState } from './progress.ts';
import type { StepTerms } from './schedule.ts';
import { CERTAINTIES, type ShipmentEvent, surest } from './shipment-event.ts';
import { type FileKind, REPORTED_STEPS, STEPS_OF, type Step } from './step.ts';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * DAY_MS);
const term = (days: number, countsFrom: 'order' | 'balance' | 'rental' = 'balance') => ({
  owner: 'carrier' as const,
  countsFrom,
  days,
});
const terms: StepTerms = {
  inspection: term(5, 'order'),
  export_papers: term(10),
  at_port: term(14),
  loaded: term(21),
  sailed: term(24),
  bill_of_lading: term(31),
  arrived: term(60),
  discharged: term(63),
  released: term(70),
  handed_over: term(75),
  pick_up: term(0, 'rental'),
  return: term(0, 'rental'),
};
const event = (change: Partial<ShipmentEvent>): ShipmentEvent => ({
  id: '00000000-0000-4000-8000-000000000001',
  step: 'sailed',
  certainty: 'actual',
  happensAt: day(24),
  timeZone: 'Asia/Shanghai',
  place: null,
  toldAt: day(24),
  capturedAt: day(24),
  actor: 'seller',
  note: '',
  paper: null,
  vessel: null,
  imo: null,
  voyage: null,
  container: null,
  seal: null,
  billNumber: null,
  billForm: null,
  evidence: [],
  sailingId: null,
  ...change,
});
const facts = (change: Partial<ShipmentFacts> = {}): ShipmentFacts => ({
  offer: 'Sell',
  life: 'active',
  orderedAt: day(0),
  endedAt: null,
  deposit: { dueAt: day(0), paidAt: day(0) },
  balance: { dueAt: day(7), paidAt: null },
  rental: null,
  terms,
  changes: {},
  events: [],
  files: [],
  needsMakersLetter: false,
  ...change,
});
const papers = EXPORT_PAPERS.slice(0, 3).map((paper, index) =>
  event({ id: `papers-${index}`, step: 'export_papers', paper, happensAt: day(8 + index) }),
);
const stepOf = (change: Partial<ShipmentFacts>, step: string, now = day(1)) => {
  const found = progressOf(facts(change), now).find((each) => each.step === step);
  if (!found) throw new Error(`no step ${step}`);
  return found;
};

const anyEvent = fc
  .record({
    id: fc.uuid(),
    step: fc.constantFrom(...REPORTED_STEPS.slice(0, 9)),
    certainty: fc.constantFrom(...CERTAINTIES),
    captured: fc.integer({ min: 0, max: 40 }),
    happens: fc.integer({ min: 0, max: 90 }),
    paper: fc.constantFrom(...EXPORT_PAPERS),
  })
  .map(({ captured, happens, paper, ...told }) =>
    event({
      ...told,
      capturedAt: day(captured),
      happensAt: day(happens),
      paper: told.step === 'export_papers' ? paper : null,
    }),
  );
const manyEvents = (maxLength: number, minLength = 0) =>
  fc.uniqueArray(anyEvent, { selector: ({ id }) => id, minLength, maxLength });

test('shows the newest event of the highest certainty', () => {
  const planned = event({ id: 'a', certainty: 'planned', capturedAt: day(9) });
  const old = event({ id: 'z', certainty: 'estimated', capturedAt: day(1) });
  const newer = event({ id: 'c', certainty: 'estimated', capturedAt: day(2) });
  expect(surest([planned, newer, old])?.id).toBe('c');
  expect(surest([])).toBeNull();
});

test('500 updates of two devices give the same steps in any sequence of arrival', () => {
  const arrivals = manyEvents(500, 500).chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
  );
  fc.assert(
    fc.property(arrivals, ([events, shuffled]) => {
      expect(progressOf(facts({ events: shuffled }), day(50))).toEqual(progressOf(facts({ events }), day(50)));
    }),
    { numRuns: 20 },
  );
});

test('a late event never moves an order back', () => {
  fc.assert(
    fc.property(manyEvents(30), anyEvent, (events, late) => {
      const before = progressOf(facts({ events }), day(50));
      const after = progressOf(facts({ events: [...events, late] }), day(50));
      expect(positionOf(after)).toBeGreaterThanOrEqual(positionOf(before));
      for (const [index, { state }] of before.entries()) {
        if (state === 'done') expect(after[index]?.state).toBe('done');
        if (state === 'passed') expect(['done', 'passed']).toContain(after[index]?.state);
      }
    }),
  );
});

test('a live order has exactly one next step, or no open step', () => {
  fc.assert(
    fc.property(manyEvents(60), (events) => {
      const steps = progressOf(facts({ events }), day(50));
      const open = steps.filter(({ state }) => state === 'next' || state === 'open');
      expect(steps.filter(({ state }) => state === 'next')).toHaveLength(Math.min(open.length, 1));
      expect(open[0]?.state ?? 'next').toBe('next');
    }),
  );
});

test('takes deposit, balance and handover from the order', () => {
  expect(stepOf({}, 'deposit')).toMatchObject({ state: 'done', at: day(0) });
  expect(stepOf({}, 'inspection')).toMatchObject({ state: 'next', dueAt: day(5) });
  expect(stepOf({ balance: { dueAt: day(7), paidAt: day(9) } }, 'balance')).toMatchObject({
    state: 'done',
    at: day(9),
    lateDays: 2,
    isLate: false,
  });
  expect(stepOf({ life: 'completed', endedAt: day(70) }, 'handed_over')).toMatchObject({ state: 'done', at: day(70) });
  expect(stepOf({ life: 'completed', endedAt: day(70) }, 'arrived').state).toBe('passed');
  expect(stepOf({ life: 'cancelled', endedAt: day(3) }, 'inspection').state).toBe('canceled');
});

test('counts due dates from the paid balance, so that a late vessel does not move the steps after it', () => {
  const paid = { balance: { dueAt: day(7), paidAt: day(6) } };
  expect(stepOf(paid, 'sailed').dueAt).toEqual(day(30));
  expect(stepOf({ ...paid, events: [event({ happensAt: day(50) })] }, 'arrived', day(50)).dueAt).toEqual(day(66));
  expect(stepOf({}, 'sailed').dueAt).toEqual(day(31));
});

test('returns by how many days a step is late, or is expected to be late', () => {
  const eta = event({ id: 'eta', step: 'arrived', certainty: 'estimated', happensAt: day(75) });
  expect(stepOf({ events: [eta] }, 'arrived', day(20))).toMatchObject({ at: day(75), isLate: false, lateDays: 8 });
  expect(stepOf({}, 'inspection', day(5))).toMatchObject({ isLate: false, lateDays: 0 });
  expect(stepOf({}, 'inspection', day(8))).toMatchObject({ isLate: true, lateDays: 3 });
});

test('keeps each expected time that differs from the one before', () => {
  const told = [60, 60, 64, 62].map((at, index) =>
    event({
      id: String(index),
      step: 'arrived',
      certainty: 'estimated',
      happensAt: day(at),
      capturedAt: day(30 + index),
      note: `note ${index}`,
    }),
  );
  const { expectations, at } = stepOf({ events: [...told].reverse() }, 'arrived', day(40));
  expect(expectations.map((each) => each.at)).toEqual([day(60), day(64), day(62)]);
  expect(at).toEqual(day(62));
});

test('export papers are done when the last one is, and a recently registered car needs a maker’s letter', () => {
  expect(stepOf({ events: papers.slice(1) }, 'export_papers').state).toBe('open');
  expect(stepOf({ events: papers }, 'export_papers')).toMatchObject({ state: 'done', at: day(10) });
  const young = stepOf({ events: papers, needsMakersLetter: true }, 'export_papers');
  expect(young.state).toBe('open');
  expect(young.papers.map(({ event: told }) => told?.certainty)).toEqual(['actual', 'actual', 'actual', undefined]);
});

test('a car at sea has passed the port, but not its papers and payments', () => {
  const events = [event({ step: 'sailed' })];
  expect(stepOf({ events }, 'at_port').state).toBe('passed');
  expect(stepOf({ events }, 'export_papers').state).toBe('open');
  expect(nextStep(progressOf(facts({ events }), day(30)))?.step).toBe('balance');
});

test('a rental has pick-up and return at the booked times', () => {
  const rental = {
    offer: 'Rent' as const,
    rental: { startsAt: day(20), endsAt: day(25), returnBy: day(25), timeZone: 'Asia/Shanghai' },
  };
  const steps = progressOf(facts(rental), day(1));
  expect(steps.map(({ step }) => step)).toEqual(['deposit', 'balance', 'pick_up', 'return']);
  expect(steps.slice(2).map(({ at, dueAt }) => [at, dueAt])).toEqual([
    [day(20), day(20)],
    [day(25), day(25)],
  ]);
  const started = { ...rental, events: [event({ step: 'pick_up', happensAt: day(20) })] };
  expect(stepOf(started, 'return', day(27))).toMatchObject({ isLate: true, lateDays: 2 });
});

test('there is no balance step if everything was paid with the deposit', () => {
  expect(progressOf(facts({ balance: null }), day(1)).map(({ step }) => step)).not.toContain('balance');
});

const file = (kind: FileKind, step: string | null = null, id = 'file-1') => ({ id, kind, step, name: `${kind}.jpg` });

test('names the evidence that is missing', () => {
  expect(stepOf({ files: [file('photo', 'inspection')] }, 'inspection').evidence).toEqual([
    { kind: 'inspection', isThere: false },
    { kind: 'photo', isThere: true },
  ]);
});

test('a photo proves only the step that it was taken for, or whose event names it', () => {
  const files = [file('photo', 'at_port'), file('photo', null, 'file-2'), file('bill_of_lading', null, 'file-3')];
  const events = [event({ step: 'loaded', evidence: ['file-2', 'file-of-another-order'] })];
  const filesOf = (step: string) => stepOf({ files, events }, step).files.map(({ id }) => id);
  expect(filesOf('at_port')).toEqual(['file-1']);
  expect(filesOf('loaded')).toEqual(['file-2']);
  expect(filesOf('bill_of_lading')).toEqual(['file-3']);
  expect(filesOf('discharged')).toEqual([]);
  expect(stepOf({ files, events }, 'discharged').evidence).toEqual([{ kind: 'photo', isThere: false }]);
});

test.each([
  ['2025-07', true],
  ['2025-06', false],
  ['2026-01', true],
  [null, false],
])('a car first registered in %s needs the letter of its maker on January 1, 2026: %s', (month, needed) => {
  expect(needsMakersLetter(month, day(0))).toBe(needed);
});

test('late and withdrawn events never move an order back beyond what the remaining events prove', () => {
  const story = manyEvents(60, 1).chain((events) =>
    fc.tuple(fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events.map(({ id }) => id))),
  );
  fc.assert(
    fc.property(story, ([arrivals, withdrawn]) => {
      const told: ShipmentEvent[] = [];
      let furthest = -1;
      for (const arrival of arrivals) {
        told.push(arrival);
        const position = positionOf(progressOf(facts({ events: told }), day(50)));
        expect(position).toBeGreaterThanOrEqual(furthest);
        furthest = position;
      }
      const remaining = told.filter(({ id }) => !withdrawn.includes(id));
      const steps = progressOf(facts({ events: remaining }), day(50));
      const proven = remaining.filter(({ certainty }) => certainty === 'actual').map(({ step }) => step);
      for (const { step, state } of steps)
        if (proven.includes(step as ShipmentEvent['step']) && step !== 'export_papers') expect(state).toBe('done');
      const last = steps.findLastIndex(
        ({ step }) =>
          proven.includes(step as ShipmentEvent['step']) && step !== 'export_papers' && step !== 'bill_of_lading',
      );
      expect(positionOf(steps)).toBe(last);
    }),
  );
});

test('a car that was handed over has no earlier open step, even without a bill of lading', () => {
  const released = event({ id: 'a', step: 'released', happensAt: day(50) });
  const handedOver = event({ id: 'b', step: 'handed_over', happensAt: day(51) });
  const paid = { ...facts({}).deposit!, paidAt: day(1) };
  const known = { deposit: paid, balance: paid };
  expect(nextStep(progressOf(facts({ ...known, events: [...papers, released] }), day(52)))?.step).toBe(
    'bill_of_lading',
  );
  expect(nextStep(progressOf(facts({ ...known, events: [...papers, released, handedOver] }), day(52)))).toBeNull();
});

test('a changed due date and owner replace those of the schedule', () => {
  const changes = { sailed: { dueAt: day(40), owner: 'seller' as const } };
  expect(stepOf({ changes }, 'sailed', day(30))).toMatchObject({ owner: 'seller', dueAt: day(40), isLate: false });
  expect(stepOf({}, 'sailed', day(60))).toMatchObject({ owner: 'carrier', isLate: true });
});

/** A car whose steps are done up to one of them. */
const upTo = (last: Step | null, offer: 'Sell' | 'Rent' = 'Sell', state: StepState = 'done') => ({
  steps: STEPS_OF[offer].map((step, index) => ({
    step,
    state: index <= STEPS_OF[offer].indexOf(last as Step) ? state : ('open' as const),
  })),
});

test.each([
  [null, 'booked'],
  ['export_papers', 'booked'],
  ['loaded', 'loaded'],
  ['sailed', 'sailed'],
  ['bill_of_lading', 'sailed'],
  ['discharged', 'arrived'],
  ['released', 'released'],
  ['handed_over', 'handed_over'],
] as const)('a car whose last step is %s is %s', (step, phase) => {
  expect(phaseOf([upTo(step)])).toBe(phase);
});

test('an unreported step counts if the car is past it', () => {
  expect(phaseOf([upTo('sailed', 'Sell', 'passed')])).toBe('sailed');
});

test('an order of several cars is as far as its last car', () => {
  expect(phaseOf([upTo('arrived'), upTo('loaded')])).toBe('loaded');
  expect(phaseOf([upTo('arrived'), upTo(null)])).toBe('booked');
});

test('the phases of a rental are picked up and returned', () => {
  expect([phaseOf([upTo('pick_up', 'Rent')]), phaseOf([upTo('return', 'Rent')])]).toEqual(['picked_up', 'returned']);
});

test('an order without cars is booked', () => {
  expect(phaseOf([])).toBe('booked');
});
