import type { Step, StepOwner } from './step.ts';

const DAY_MS = 86_400_000;

const COUNTS_FROM = ['order', 'balance', 'rental'] as const;
type CountsFrom = (typeof COUNTS_FROM)[number];

type StepTerm = { owner: StepOwner; countsFrom: CountsFrom; days: number };
/** The schedule of an order. The deposit and the balance are due by its payment plan. */
export type StepTerms = Partial<Record<Step, StepTerm>>;

/** Changes by the operator that override the schedule for single steps of an order. */
type StepChanges = Partial<Record<Step, { dueAt: Date; owner: StepOwner }>>;

/** A payment of the plan; `paidAt` is null until all of it is paid. */
export type PlannedPayment = { dueAt: Date; paidAt: Date | null };

/** What due dates depend on. They stay the same once the balance is paid, so that a delay never moves them. */
export type DueFacts = {
  orderedAt: Date;
  /** Null if an order has none. */
  deposit: PlannedPayment | null;
  terms: StepTerms;
  changes: StepChanges;
  /** Null if there was nothing to pay after the deposit. */
  balance: PlannedPayment | null;
  /** `returnBy`: the latest return that is not late. `timeZone`: that of the car. */
  rental: { startsAt: Date; endsAt: Date; returnBy: Date; timeZone: string } | null;
};

export function dueAt(step: Step, { orderedAt, terms, changes, deposit, balance, rental }: DueFacts): Date {
  const changed = changes[step];
  if (changed) return changed.dueAt;
  if (step === 'deposit') return deposit?.dueAt ?? orderedAt;
  if (step === 'balance') return balance?.dueAt ?? orderedAt;
  const { countsFrom, days } = terms[step] ?? { countsFrom: 'order', days: 0 };
  const from = {
    order: orderedAt,
    balance: balance ? (balance.paidAt ?? balance.dueAt) : orderedAt,
    rental: (step === 'return' ? rental?.endsAt : rental?.startsAt) ?? orderedAt,
  }[countsFrom];
  return new Date(from.getTime() + days * DAY_MS);
}

/** Returns the days from a due date to a time, in UTC; 0 if the time is not after it. */
export function lateDays(due: Date, time: Date): number {
  return Math.max(dayNumber(time) - dayNumber(due), 0);
}

const dayNumber = (time: Date) => Math.floor(time.getTime() / DAY_MS);
