import { carForDocument } from '#features/catalog/server/api.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { findOrder } from '#features/orders/server/api.ts';
import { mailAddressOf } from '#features/people/server/api.ts';
import { filesOfOrder } from '#features/shipping/shipments/server/files/file-store.ts';
import { initialsOf, vinEnd } from '#features/site/issued-documents/model/claimed-names.ts';
import { issuerOf } from '#features/site/issued-documents/model/issuer.ts';
import { type DocumentDeps, issueDocument, readOperator } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type HandoverRecord, photosOfHandovers } from './handover-store.ts';

/** Issues the document of a handover for both sides. It comes last in the transaction. */
export async function issueHandover(db: Queryable, documents: DocumentDeps, handover: HandoverRecord): Promise<void> {
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
