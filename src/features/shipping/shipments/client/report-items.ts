import type { ExportPaper } from '#features/payments/order-acts/model/order-facts.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { newId } from '#lib/random-key.ts';
import { instantAt } from '#lib/zoned-time.ts';
import type { YardOrder, YardResponse } from '../model/shipment-contract.ts';
import type { BillForm, FileKind, ReportedStep } from '../model/step.ts';
import { isContainerNumber, isImoNumber, plainNumber } from '../model/transport-numbers.ts';
import type { QueuedItem } from './yard-queue.ts';

const FIELDS = [
  'paper',
  'container',
  'seal',
  'vessel',
  'imo',
  'voyage',
  'bill_number',
  'bill_form',
  'place',
  'note',
] as const;
export type ReportValues = { at: string } & Partial<Record<(typeof FIELDS)[number], string>>;

/** Validates the entries before they are stored, because the server may receive them only days later. */
export function reportProblems(
  step: ReportedStep,
  isActual: boolean,
  values: ReportValues,
): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {};
  const typed = (name: (typeof FIELDS)[number]) => values[name]?.trim() ?? '';
  if (Number.isNaN(Date.parse(`${values.at}Z`))) problems.at = 'shipments.problem.time';
  if (step === 'export_papers' && isActual && !typed('paper')) problems.paper = 'shipments.problem.paper';
  if (typed('container') && !isContainerNumber(plainNumber(typed('container'))))
    problems.container = 'shipments.problem.container';
  if (typed('seal') && !typed('container')) problems.container = 'shipments.problem.sealWithoutContainer';
  if (typed('imo') && !isImoNumber(plainNumber(typed('imo')))) problems.imo = 'shipments.problem.imo';
  const isHalfBill = (typed('bill_number') === '') !== (typed('bill_form') === '');
  if (step === 'bill_of_lading' && (isHalfBill || (isActual && !typed('bill_number'))))
    problems.bill_number = 'shipments.problem.bill';
  return problems;
}

type Report = {
  yard: YardResponse;
  order: YardOrder;
  step: ReportedStep;
  isActual: boolean;
  values: ReportValues;
  files: File[];
  kind: FileKind;
  /** Time zone of the device, used if no place is given. */
  zone: string;
};

/** Creates the queue items of a report: its event and its files. */
export function itemsOf({ yard, order, step, isActual, values, files, kind, zone }: Report): QueuedItem[] {
  const capturedAt = new Date().toISOString();
  const shared = { account: yard.account, orderId: order.order_id, number: order.number, capturedAt, refused: null };
  const sent: QueuedItem[] = files.map((file) => ({
    ...shared,
    id: newId(),
    content: { type: 'file', kind, step, name: file.name, blob: file },
  }));
  const timeZone = yard.ports.find(({ code }) => code === values.place)?.time_zone ?? zone;
  const typed = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = values[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  ) as { paper?: ExportPaper; bill_form?: BillForm };
  const id = newId();
  const body = {
    id,
    step,
    certainty: isActual ? ('actual' as const) : ('estimated' as const),
    happens_at: instantAt(values.at, timeZone),
    time_zone: timeZone,
    captured_at: capturedAt,
    evidence: sent.map((file) => file.id),
    ...typed,
  };
  return [{ ...shared, id, content: { type: 'event', body } }, ...sent];
}
