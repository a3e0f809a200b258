import type { ExportPaper } from '#features/payments/order-acts/model/order-facts.ts';
import type { BillForm, ReportedStep } from './step.ts';

/** How certain an event is, least certain first. */
export const CERTAINTIES = ['planned', 'estimated', 'actual'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** What decides which of several events is shown. */
type Told = {
  id: string;
  certainty: Certainty;
  /** When the device recorded it. */
  capturedAt: Date;
};

export type ShipmentEvent = Told & {
  /** `handed_over` comes from a signed handover only. */
  step: ReportedStep | 'handed_over';
  happensAt: Date;
  timeZone: string;
  /** UN/LOCODE. */
  place: string | null;
  /** When the server received it. */
  toldAt: Date;
  actor: 'seller' | 'admin';
  note: string;
  paper: ExportPaper | null;
  vessel: string | null;
  imo: string | null;
  voyage: string | null;
  container: string | null;
  seal: string | null;
  billNumber: string | null;
  billForm: BillForm | null;
  evidence: string[];
  sailingId: number | null;
};

/**
 * Returns the newest event of the highest certainty; null if there is none. The sequence in which
 * events arrive does not matter, because offline devices send late.
 */
export function surest<Event extends Told>(events: readonly Event[]): Event | null {
  return events.reduce<Event | null>((best, event) => (best && !isSurer(event, best) ? best : event), null);
}

function isSurer(event: Told, other: Told): boolean {
  const certainty = CERTAINTIES.indexOf(event.certainty) - CERTAINTIES.indexOf(other.certainty);
  const captured = event.capturedAt.getTime() - other.capturedAt.getTime();
  return (certainty || captured || (event.id > other.id ? 1 : -1)) > 0;
}

/** An expected time that was reported for a step. */
export type Expectation = { at: Date; certainty: Certainty; capturedAt: Date; note: string };

/** Returns the reported expected times that differ from the one before, oldest first. */
export function expectationsOf(events: readonly ShipmentEvent[]): Expectation[] {
  const told = events
    .filter(({ certainty }) => certainty !== 'actual')
    .sort((one, other) => one.capturedAt.getTime() - other.capturedAt.getTime() || (one.id > other.id ? 1 : -1));
  return told
    .filter(({ happensAt }, index) => happensAt.getTime() !== told[index - 1]?.happensAt.getTime())
    .map(({ happensAt: at, certainty, capturedAt, note }) => ({ at, certainty, capturedAt, note }));
}
