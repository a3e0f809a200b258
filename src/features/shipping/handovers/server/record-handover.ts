import { createHash } from 'node:crypto';
import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carForDocument, carsOfBookings } from '#features/catalog/server/api.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/server/api.ts';
import { claimDaysOf, claimDaysText } from '#features/payments/order-acts/model/claim-days.ts';
import { askOrder, factsOfOrders } from '#features/payments/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { KINDS_OF, SIDES, type Side } from '#features/shipping/handovers/model/handover.ts';
import type { HandoverBody } from '#features/shipping/handovers/model/handover-contract.ts';
import { CLOCK_TOLERANCE_MS } from '#features/shipping/shipments/model/event-check.ts';
import type { ToldResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { insertEvent, lockOrders, lockShipment } from '#features/shipping/shipments/server/event-store.ts';
import { filesOfOrder } from '#features/shipping/shipments/server/files/file-store.ts';
import { carOf, idUsed, type Party, shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import type { Shipment } from '#features/shipping/shipments/server/shipment-store.ts';
import { initialsOf, issuerOf, vinEnd } from '#features/site/issued-documents/model/issuer.ts';
import { canonicalJson, type DocumentDeps, issueDocument, readOperator } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import {
  findHandover,
  type HandoverRecord,
  handoversOfOrder,
  insertHandover,
  photosOfHandovers,
} from './handover-store.ts';

export type HandoverDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string; documents: DocumentDeps };

const ACT_OF = { sale: 'hand_over', pick_up: 'pick_up', return: 'bring_back' } as const;
const STEP_OF = { sale: 'handed_over', pick_up: 'pick_up', return: 'return' } as const;

/**
 * Records a handover that both sides signed: completes the step, emails both sides and issues the signed document. The photos must already
 * be files of the order. Repeated calls change nothing; the same id with other content is refused.
 */
export function recordHandover(
  { pool, clock, siteOrigin, documents }: HandoverDeps,
  caller: Caller,
  orderId: number,
  body: HandoverBody,
): Promise<ToldResponse> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const { shipment, party } = await shipmentFor(db, caller, orderId);
    if (party.role === 'buyer')
      throw new AppError('forbidden', 'a buyer records no handover', { messageKey: 'shipments.notYours' });
    const hash = createHash('sha256')
      .update(canonicalJson({ ...body, orderId }))
      .digest();
    const known = await findHandover(db, body.id);
    if (known) return sameHandover(known, hash);
    checkOrder(shipment, body, clock.now());
    await lockOrders(db, [orderId]);
    const listingId = carOf(shipment, body.listing_id);
    await askOrder(db, orderId, ACT_OF[body.kind], { now: clock.now(), listingId });
    if (listingId === null)
      throw new AppError('malformed', 'no car', { fields: { listing_id: { messageKey: 'shipments.problem.car' } } });
    const photos = await checkedPhotos(db, { orderId, listingId }, body);
    const handover = await insertHandover(db, toRecord(body, { orderId, listingId, party, hash }), photos);
    if (!handover)
      throw new AppError('conflict', `there is a ${body.kind} of car ${listingId}`, { messageKey: 'handovers.exists' });
    await tellStep(db, handover, Object.values(photos), hash);
    await mailHandover(db, { siteOrigin, clock }, shipment, handover);
    await issueHandover(db, documents, handover);
    return { id: handover.id, told_at: handover.told_at.toISOString(), repeated: false };
  });
}

function sameHandover(known: HandoverRecord, hash: Buffer) {
  if (!known.content_hash.equals(hash)) throw idUsed(`handover ${known.id}`);
  return { id: known.id, told_at: known.told_at.toISOString(), repeated: true };
}

function checkOrder({ cars: [car] }: Shipment, { kind, captured_at: at }: HandoverBody, now: Date): void {
  if (!car || !KINDS_OF[car.facts.offer].includes(kind))
    throw new AppError('malformed', `no ${kind} in this order`, {
      fields: { kind: { messageKey: 'handovers.problem.kind' } },
    });
  const time = new Date(at).getTime();
  const problem =
    time > now.getTime() + CLOCK_TOLERANCE_MS
      ? 'future'
      : time < car.facts.orderedAt.getTime() - CLOCK_TOLERANCE_MS
        ? 'beforeOrder'
        : null;
  if (problem)
    throw new AppError('malformed', `signed at an impossible time: ${problem}`, {
      fields: { captured_at: { messageKey: `shipments.problem.${problem}` } },
    });
}

/**
 * Returns the photos of all sides. Each must be a different picture among the files of the order, not of another car, and not used by
 * another handover, because the return of a rental is compared with its pick-up.
 */
async function checkedPhotos(
  db: Queryable,
  { orderId, listingId }: { orderId: number; listingId: number },
  { photos, kind }: HandoverBody,
): Promise<Record<Side, string>> {
  const others = (await handoversOfOrder(db, orderId))
    .filter((other) => other.kind !== kind || other.listing_id !== listingId)
    .map(({ number }) => number);
  const used = (await photosOfHandovers(db, orderId))
    .filter(({ handover }) => others.includes(handover))
    .map(({ fileId }) => fileId);
  const pictures = (await filesOfOrder(db, orderId))
    .filter(({ format, withdrawn_at: withdrawn }) => format !== 'pdf' && withdrawn === null)
    .filter(({ listing_id: car }) => car === null || car === listingId)
    .map(({ id }) => id)
    .filter((id) => !used.includes(id));
  const chosen = SIDES.map((side) => photos[side]);
  const isComplete = chosen.every((id) => id !== undefined && pictures.includes(id));
  if (!isComplete || new Set(chosen).size < SIDES.length)
    throw new AppError('malformed', 'photos are missing', {
      fields: { photos: { messageKey: 'handovers.problem.photos' } },
    });
  return photos as Record<Side, string>;
}

type Facts = { orderId: number; listingId: number; party: Party; hash: Buffer };

function toRecord(body: HandoverBody, { orderId, listingId, party, hash }: Facts) {
  return {
    id: body.id,
    order_id: orderId,
    listing_id: listingId,
    kind: body.kind,
    odometer: body.odometer,
    odometer_unit: body.odometer_unit,
    keys: body.keys,
    fuel_percent: body.fuel_percent ?? null,
    charge_percent: body.charge_percent ?? null,
    damage: body.damage,
    giver_name: body.giver.name,
    giver_strokes: body.giver.strokes ?? null,
    receiver_name: body.receiver.name,
    receiver_strokes: body.receiver.strokes ?? null,
    actor: party.role === 'seller' ? ('seller' as const) : ('admin' as const),
    actor_id: party.id,
    captured_at: new Date(body.captured_at),
    content_hash: hash,
  };
}

/** The shipment's event has the id of the handover. */
async function tellStep(
  db: Queryable,
  { id, order_id: orderId, listing_id: listingId, kind, captured_at: at, actor, actor_id: actorId }: HandoverRecord,
  evidence: string[],
  contentHash: Buffer,
): Promise<void> {
  const { isNew } = await insertEvent(db, {
    id,
    subject: { orderId, listingId },
    step: STEP_OF[kind],
    certainty: 'actual',
    happensAt: at,
    timeZone: 'UTC',
    place: null,
    capturedAt: at,
    actor,
    actorId,
    note: '',
    paper: null,
    vessel: null,
    imo: null,
    voyage: null,
    container: null,
    seal: null,
    billNumber: null,
    billForm: null,
    evidence,
    contentHash,
  });
  if (!isNew) throw idUsed(`event ${id}`);
}

/** Issues the document of a handover. Must come last in the transaction, because it locks the series of numbers. */
async function issueHandover(db: Queryable, documents: DocumentDeps, handover: HandoverRecord): Promise<void> {
  const { order_id: orderId, listing_id: listingId } = handover;
  const t = recipientTranslator();
  const order = await findOrder(db, orderId);
  if (!order) throw new Error(`order ${orderId} is missing`);
  const { name, year, vin } = await carForDocument(db, listingId);
  const issuer = issuerOf(await readOperator(db));
  const initials = initialsOf((await mailAddressOf(db, order.userId))?.name ?? '');
  const files = await filesOfOrder(db, orderId);
  const photos = (await photosOfHandovers(db, orderId)).filter((photo) => photo.handover === handover.number);
  await issueDocument(db, documents, {
    kind: 'handover',
    subject: { kind: 'handover', id: handover.number },
    occasion: 'signed',
    locale: t.locale,
    claims: {
      issuer: issuer.lines[0] ?? '',
      currency: 'USD',
      total_cents: null,
      paid_cents: null,
      cars: [{ name: `${year} ${name}`, vin_end: vinEnd(vin) }],
      party: initials === null ? null : { role: 'buyer', name: initials },
      bank_account_end: null,
      is_demo: false,
    },
    paper: {
      issuer,
      order: orderNumber(orderId),
      what: handover.kind,
      car: { name: `${year} ${name}`, vin },
      at: handover.captured_at.toISOString(),
      odometer: handover.odometer,
      odometerUnit: handover.odometer_unit,
      keys: handover.keys,
      fuelPercent: handover.fuel_percent,
      chargePercent: handover.charge_percent,
      damage: handover.damage,
      photos: photos.map(({ side, fileId }) => ({
        side,
        sha256: files.find(({ id }) => id === fileId)?.sha256.toString('hex') ?? '',
      })),
      giver: { name: handover.giver_name, strokes: handover.giver_strokes },
      receiver: { name: handover.receiver_name, strokes: handover.receiver_strokes },
    },
  });
}

/** Emails the buyer and the seller that a handover was signed, with a link to its document. */
async function mailHandover(
  db: Queryable,
  { siteOrigin, clock }: { siteOrigin: string; clock: Clock },
  { orderId, buyerId, cars }: Shipment,
  handover: HandoverRecord,
): Promise<void> {
  const { listing_id: listingId, kind, captured_at: at, damage } = handover;
  const listing = (await carsOfBookings(db, [listingId])).get(listingId);
  if (!listing) return;
  const sellerId = cars.find((car) => car.listingId === listingId)?.sellerId;
  const t = recipientTranslator();
  const car = listingName(listing);
  const title = t(`mail.handover.${kind}`, { car });
  const order = kind === 'sale' ? await findOrder(db, orderId) : null;
  const claims = order && (await claimsText(db, t, order, clock.now()));
  for (const person of new Set([buyerId, ...(sellerId === undefined ? [] : [sellerId])])) {
    const recipient = await mailAddressOf(db, person);
    if (!recipient) continue;
    const content = {
      title,
      paragraphs: [
        t('mail.greeting', { name: recipient.name }),
        t('mail.handover.text', { car, number: orderNumber(orderId), time: t.utcTime(at) }),
        [
          t('mail.handover.people', { giver: handover.giver_name, receiver: handover.receiver_name }),
          ...(damage === '' ? [] : [t('mail.handover.damage', { damage })]),
        ].join('\n'),
        t('mail.handover.wrong'),
        ...(person === buyerId && claims ? [claims] : []),
      ],
      action: { label: t('mail.handover.see'), url: `${siteOrigin}${paths.order.replace(':id', String(orderId))}` },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: recipient.email, subject: title, ...composeMail(content, t) });
  }
}

/** Writes until when the buyer may open a claim; null if that time is over, because an order may be handed over after it was completed. */
async function claimsText(db: Queryable, t: Translator, { id, terms }: Order, now: Date): Promise<string | null> {
  const facts = (await factsOfOrders(db, [id])).get(id);
  const days = facts ? claimDaysOf(facts, now) : null;
  return days ? claimDaysText(t, days, terms.claimDays, now) : t('mail.handover.report', { days: terms.claimDays });
}
