import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { type ExportPaper, neededPapers } from '#features/payments/order-acts/model/order-facts.ts';
import { ORDER_PHASES, type OrderLife, type OrderPhase } from '#features/payments/order-acts/model/order-life.ts';
import { type DueFacts, dueAt, lateDays, type StepTerms } from './schedule.ts';
import { type Expectation, expectationsOf, type ShipmentEvent, surest } from './shipment-event.ts';
import { EVIDENCE, type FileKind, isImplied, isReported, STEPS_OF, type Step, type StepOwner } from './step.ts';

/**
 * - `done`: reported with its time, or implied by the order
 * - `passed`: not reported, but the car is past it
 * - `next`: the first step that is open
 * - `canceled`: open when the order was canceled
 */
export const STEP_STATES = ['done', 'passed', 'next', 'open', 'canceled'] as const;
export type StepState = (typeof STEP_STATES)[number];

export type StepProgress = {
  step: Step;
  state: StepState;
  owner: StepOwner;
  /** The event that is shown: the newest of the highest certainty. */
  event: ShipmentEvent | null;
  /** When it happened, or is expected. */
  at: Date | null;
  dueAt: Date;
  /** Open after its due date. */
  isLate: boolean;
  /** Days between the due date and when it happened, or is expected now; 0 if that is in time. */
  lateDays: number;
  expectations: Expectation[];
  evidence: { kind: FileKind; isThere: boolean }[];
  /** The files that prove it. */
  files: ProvingFile[];
  papers: { paper: ExportPaper; event: ShipmentEvent | null }[];
};

/** A file of the order. `step` is null if its sender named none. */
export type ProvingFile = { id: string; kind: FileKind; step: string | null; name: string };

/** What the steps of a car depend on. */
export type ShipmentFacts = DueFacts & {
  offer: Offer;
  life: OrderLife;
  endedAt: Date | null;
  terms: StepTerms;
  events: readonly ShipmentEvent[];
  files: readonly ProvingFile[];
  /** Whether China requires a maker's letter, because the car was registered recently. */
  needsMakersLetter: boolean;
};

/** Returns all steps of a car in their sequence, with what is known about each. */
export function progressOf(facts: ShipmentFacts, now: Date): StepProgress[] {
  const reported = Map.groupBy(facts.events, ({ step }) => step);
  const steps = STEPS_OF[facts.offer].filter((step) => step !== 'balance' || facts.balance !== null);
  const done = steps.map((step) => doneAt(step, facts, reported.get(step as ShipmentEvent['step']) ?? []));
  const furthest = steps.findLastIndex((step, index) => done[index] && isImplied(step));
  // After the handover, no earlier step is open.
  const isOver = facts.life === 'completed' || done[steps.indexOf('handed_over')] != null;
  let isNextFound = false;
  return steps.map((step, index): StepProgress => {
    const events = reported.get(step as ShipmentEvent['step']) ?? [];
    const isPassed = (index < furthest && isImplied(step)) || (isOver && isReported(step));
    const isOpen = !done[index] && !isPassed;
    const isNext = isOpen && !isNextFound && facts.life !== 'cancelled';
    if (isNext) isNextFound = true;
    const event = shownEvent(step, events);
    const at = done[index] ?? (isOpen ? (event?.happensAt ?? plannedAt(step, facts)) : null);
    const due = dueAt(step, facts);
    const state = done[index] ? 'done' : isPassed ? 'passed' : openState(isNext, facts.life);
    const files = filesOf(step, events, facts.files);
    const measured = done[index] ?? (state === 'next' || state === 'open' ? latest(at, now) : null);
    return {
      step,
      state,
      owner: (facts.changes[step] ?? facts.terms[step])?.owner ?? 'buyer',
      event,
      at,
      dueAt: due,
      isLate: (state === 'next' || state === 'open') && lateDays(due, now) > 0,
      lateDays: measured ? lateDays(due, measured) : 0,
      expectations: expectationsOf(events),
      evidence: (EVIDENCE[step] ?? []).map((kind) => ({ kind, isThere: files.some((file) => file.kind === kind) })),
      files,
      papers:
        step === 'export_papers'
          ? neededPapers(facts.needsMakersLetter).map((paper) => ({
              paper,
              event: surest(events.filter((each) => each.paper === paper)),
            }))
          : [],
    };
  });
}

/** Returns the first open step; null if there is none. */
export function nextStep(steps: readonly StepProgress[]): StepProgress | null {
  return steps.find(({ state }) => state === 'next') ?? null;
}

/** Returns the index of the last reported step of a car, or -1. It never decreases. */
export function positionOf(steps: readonly StepProgress[]): number {
  return steps.findLastIndex(({ step, state }) => state === 'done' && isImplied(step));
}

const PHASES: Partial<Record<Step, OrderPhase>> = {
  loaded: 'loaded',
  sailed: 'sailed',
  arrived: 'arrived',
  discharged: 'arrived',
  released: 'released',
  handed_over: 'handed_over',
  pick_up: 'picked_up',
  return: 'returned',
};

type CarSteps = { steps: readonly { step: Step; state: StepState }[] };

export function phaseOf(cars: readonly CarSteps[]): OrderPhase {
  const reached = cars.map(({ steps }) => ORDER_PHASES.indexOf(phaseOfCar(steps)));
  return ORDER_PHASES[Math.min(...reached)] ?? 'booked';
}

function phaseOfCar(steps: CarSteps['steps']): OrderPhase {
  const last = steps.findLast(({ step, state }) => PHASES[step] && (state === 'done' || state === 'passed'));
  return (last && PHASES[last.step]) ?? 'booked';
}

function doneAt(step: Step, facts: ShipmentFacts, events: readonly ShipmentEvent[]): Date | null {
  if (step === 'deposit') return facts.deposit?.paidAt ?? null;
  if (step === 'balance') return facts.balance?.paidAt ?? null;
  const actual = events.filter(({ certainty }) => certainty === 'actual');
  if (step === 'handed_over') return surest(actual)?.happensAt ?? (facts.life === 'completed' ? facts.endedAt : null);
  if (step !== 'export_papers') return surest(actual)?.happensAt ?? null;
  const times = neededPapers(facts.needsMakersLetter).map(
    (paper) => surest(actual.filter((event) => event.paper === paper))?.happensAt,
  );
  const known = times.filter((time) => time !== undefined);
  return known.length === times.length ? new Date(Math.max(...known.map(Number))) : null;
}

/** Returns the files that a step or its events name, and papers of a kind that proves it. A photo proves only the step it was taken for. */
function filesOf(step: Step, events: readonly ShipmentEvent[], files: readonly ProvingFile[]): ProvingFile[] {
  const named = new Set(events.flatMap(({ evidence }) => evidence));
  const kinds = EVIDENCE[step] ?? [];
  return files.filter(
    ({ id, kind, step: of }) => of === step || named.has(id) || (kind !== 'photo' && kinds.includes(kind)),
  );
}

/** Ignores events of single export papers, which do not say when all of them will be ready. */
function shownEvent(step: Step, events: readonly ShipmentEvent[]): ShipmentEvent | null {
  return surest(step === 'export_papers' ? events.filter(({ paper }) => paper === null) : events);
}

function plannedAt(step: Step, { rental, balance }: ShipmentFacts): Date | null {
  if (step === 'pick_up') return rental?.startsAt ?? null;
  if (step === 'return') return rental?.endsAt ?? null;
  return step === 'balance' ? (balance?.dueAt ?? null) : null;
}

function openState(isNext: boolean, life: OrderLife): StepState {
  if (life === 'cancelled') return 'canceled';
  return isNext ? 'next' : 'open';
}

function latest(at: Date | null, now: Date): Date {
  return at && at > now ? at : now;
}
