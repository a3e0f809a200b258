import type { QueuedItem } from '#features/shipping/shipments/client/yard-queue.ts';
import type { YardOrder, YardResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import type { ReportedStep } from '#features/shipping/shipments/model/step.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { newId } from '#lib/random-key.ts';
import { handoverCalls } from '../../shipping-calls.ts';
import { type HandoverKind, SIDES, type Side, type Strokes } from '../model/handover.ts';
import type { HandoverInput } from '../model/handover-contract.ts';

export type Signed = { name: string; strokes: Strokes; isConfirmed: boolean };
type Signatures = { giver: Signed; receiver: Signed };
export type HandoverValues = {
  odometer?: string;
  odometer_unit?: string;
  keys?: string;
  fuel_percent?: string;
  charge_percent?: string;
  damage?: string;
};

/** Validates the entries before they are stored, because the server may receive them only days later. */
export function handoverProblems(
  values: HandoverValues,
  photos: Partial<Record<Side, File>>,
  { giver, receiver }: Signatures,
): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {};
  if (!isWhole(values.odometer, 2_000_000)) problems.odometer = 'handover.problem.odometer';
  if (!isWhole(values.keys, 9)) problems.keys = 'handover.problem.keys';
  const levels = [values.fuel_percent ?? '', values.charge_percent ?? ''];
  if (levels.every((level) => level === '') || levels.some((level) => level !== '' && !isWhole(level, 100)))
    problems.fuel_percent = 'handover.problem.level';
  if (SIDES.some((side) => !photos[side])) problems.photos = 'handover.problem.photos';
  if (!isSigned(giver)) problems.giver = 'handover.problem.signature';
  if (!isSigned(receiver)) problems.receiver = 'handover.problem.signature';
  return problems;
}

const isWhole = (text: string | undefined, max: number) => /^\d{1,7}$/.test(text ?? '') && Number(text) <= max;
const isSigned = ({ name, strokes, isConfirmed }: Signed) =>
  name.trim() !== '' && (isConfirmed || strokes.some((line) => line.length >= 4));

type Handover = {
  yard: YardResponse;
  order: YardOrder;
  kind: HandoverKind;
  listingId: number;
  values: HandoverValues;
  photos: Record<Side, File>;
  signatures: Signatures;
  /** Label in the list of waiting updates. */
  name: string;
};

const STEP_OF: Record<HandoverKind, ReportedStep | null> = { sale: null, pick_up: 'pick_up', return: 'return' };

/** Creates the queue items of the photos and the handover. The photos are sent first, because the handover refers to them. */
export function handoverItems(handover: Handover): QueuedItem[] {
  const { yard, order, kind, listingId, values, photos, signatures, name } = handover;
  const capturedAt = new Date().toISOString();
  const shared = { account: yard.account, orderId: order.order_id, number: order.number, refused: null };
  const sent: (QueuedItem & { side: Side })[] = SIDES.map((side) => ({
    ...shared,
    side,
    id: newId(),
    capturedAt,
    content: {
      type: 'file',
      kind: 'photo',
      step: STEP_OF[kind],
      name: photos[side].name,
      blob: photos[side],
      listingId,
    },
  }));
  const id = newId();
  const level = (text: string | undefined) => (text ? Number(text) : undefined);
  const [fuel, charge] = [level(values.fuel_percent), level(values.charge_percent)];
  const body: HandoverInput = {
    id,
    kind,
    listing_id: String(listingId),
    odometer: Number(values.odometer),
    odometer_unit: values.odometer_unit === 'mi' ? 'mi' : 'km',
    keys: Number(values.keys),
    ...(fuel !== undefined && { fuel_percent: fuel }),
    ...(charge !== undefined && { charge_percent: charge }),
    damage: values.damage ?? '',
    photos: Object.fromEntries(sent.map(({ side, id: file }) => [side, file])) as Record<Side, string>,
    giver: signatureOf(signatures.giver),
    receiver: signatureOf(signatures.receiver),
    captured_at: capturedAt,
  };
  const url = href(handoverCalls.record, { params: { id: order.order_id } });
  // One millisecond later, so that the queue sends it after its photos.
  const after = new Date(Date.parse(capturedAt) + 1).toISOString();
  return [
    ...sent.map(({ side: _side, ...item }) => item),
    { ...shared, id, capturedAt: after, content: { type: 'post', url, name, body } },
  ];
}

function signatureOf({ name, strokes, isConfirmed }: Signed): HandoverInput['giver'] {
  const lines = strokes.filter((line) => line.length >= 4);
  return { name: name.trim(), ...(lines.length > 0 ? { strokes: lines } : isConfirmed && { confirmed: true }) };
}
