import type { FieldProblem } from '#lib/app-error.ts';
import { isTimeZone, type Port, portOf } from './port.ts';
import type { EventBody } from './shipment-contract.ts';
import { isContainerNumber, isImoNumber, plainNumber } from './transport-numbers.ts';

/** A device's clock may be off by this much. */
export const CLOCK_TOLERANCE_MS = 24 * 60 * 60 * 1000;
const FURTHEST_MS = 2 * 365 * 24 * 60 * 60 * 1000;
const UNKNOWN_ZONE = 'UTC';

/** An event with normalized numbers. */
export type CheckedEvent = EventBody & { port: Port | null; timeZone: string };

/** Validates an event. Returns its problems by field, or the event with normalized numbers and its time zone. */
export function checkEvent(body: EventBody, now: Date): { problems: Record<string, FieldProblem> } | CheckedEvent {
  const event = {
    ...body,
    ...(body.imo !== undefined && { imo: plainNumber(body.imo) }),
    ...(body.container !== undefined && { container: plainNumber(body.container) }),
  };
  const port = body.place === undefined ? null : portOf(body.place);
  const timeZone = body.time_zone ?? port?.timeZone ?? UNKNOWN_ZONE;
  const problems = problemsOf(event, port, timeZone, now);
  return Object.keys(problems).length > 0 ? { problems } : { ...event, port, timeZone };
}

function problemsOf(event: EventBody, port: Port | null, timeZone: string, now: Date): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  const happens = Date.parse(event.happens_at) - now.getTime();
  if (event.certainty === 'actual' && happens > CLOCK_TOLERANCE_MS)
    problems.happens_at = { messageKey: 'shipments.problem.future' };
  const captured = event.captured_at === undefined ? 0 : now.getTime() - Date.parse(event.captured_at);
  if (captured > FURTHEST_MS) problems.captured_at = { messageKey: 'shipments.problem.time' };
  if (Math.abs(happens) > FURTHEST_MS) problems.happens_at = { messageKey: 'shipments.problem.time' };
  if (event.place !== undefined && !port) problems.place = { messageKey: 'shipments.problem.place' };
  if (!isTimeZone(timeZone)) problems.time_zone = { messageKey: 'shipments.problem.timeZone' };
  if (event.imo !== undefined && !isImoNumber(event.imo)) problems.imo = { messageKey: 'shipments.problem.imo' };
  if (event.container !== undefined && !isContainerNumber(event.container))
    problems.container = { messageKey: 'shipments.problem.container' };
  if (event.seal !== undefined && event.container === undefined)
    problems.container = { messageKey: 'shipments.problem.sealWithoutContainer' };
  if (event.paper !== undefined && event.step !== 'export_papers')
    problems.paper = { messageKey: 'shipments.problem.notThisStep' };
  if ((event.bill_number ?? event.bill_form) !== undefined && event.step !== 'bill_of_lading')
    problems.bill_number = { messageKey: 'shipments.problem.notThisStep' };
  if ((event.bill_number === undefined) !== (event.bill_form === undefined))
    problems.bill_number = { messageKey: 'shipments.problem.bill' };
  if (event.certainty !== 'actual') return problems;
  if (event.step === 'export_papers' && event.paper === undefined)
    problems.paper = { messageKey: 'shipments.problem.paper' };
  if (event.step === 'bill_of_lading' && event.bill_number === undefined)
    problems.bill_number = { messageKey: 'shipments.problem.bill' };
  return problems;
}
