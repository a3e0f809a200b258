import { shipmentFor } from '#features/shipping/shipments/server/shipment-party.ts';
import type { Shipment } from '#features/shipping/shipments/server/shipment-store.ts';
import { fileCalls } from '#features/shipping/shipping-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { type Condition, compareHandovers, proposedCharges } from '../model/handover.ts';
import type { DifferenceResponse, HandoverResponse, HandoversResponse } from '../model/handover-contract.ts';
import { type HandoverRecord, handoversOfOrder, type PhotoRecord, photosOfHandovers } from './handover-store.ts';

/** Returns the handovers of an order for its parties, and how the return of a rental differs from its pick-up. */
export async function listHandovers(db: Queryable, caller: Caller, orderId: number): Promise<HandoversResponse> {
  const { shipment, party } = await shipmentFor(db, caller, orderId);
  const ids = shipment.cars.map(({ listingId }) => listingId);
  const records = (await handoversOfOrder(db, orderId)).filter((record) => ids.includes(record.listing_id));
  const photos = await photosOfHandovers(db, orderId);
  return {
    items: records.map((record) => toResponse(record, photos)),
    differences: ids.flatMap((id) => differenceOf(id, records, shipment, party.role === 'operator')),
  };
}

function differenceOf(
  listingId: number,
  records: HandoverRecord[],
  { cars }: Shipment,
  isOperator: boolean,
): DifferenceResponse[] {
  const conditionOf = (kind: string): Condition | null => {
    const found = records.find((record) => record.kind === kind && record.listing_id === listingId);
    return found ? toCondition(found) : null;
  };
  const [pickUp, back] = [conditionOf('pick_up'), conditionOf('return')];
  const rental = cars.find((car) => car.listingId === listingId)?.facts.rental;
  if (!pickUp || !back || !rental) return [];
  const difference = compareHandovers(pickUp, back, rental);
  return [
    {
      listing_id: listingId,
      distance_km: difference.distanceKm,
      keys_missing: difference.keysMissing,
      fuel_missing: difference.fuelMissing,
      charge_missing: difference.chargeMissing,
      new_damage: difference.newDamage,
      late_hours: difference.lateHours,
      proposed: isOperator ? proposedCharges(difference) : [],
    },
  ];
}

function toCondition(record: HandoverRecord): Condition {
  return {
    odometer: record.odometer,
    odometerUnit: record.odometer_unit,
    keys: record.keys,
    fuelPercent: record.fuel_percent,
    chargePercent: record.charge_percent,
    damage: record.damage,
    at: record.captured_at,
  };
}

function toResponse(record: HandoverRecord, photos: PhotoRecord[]): HandoverResponse {
  return {
    id: record.id,
    kind: record.kind,
    listing_id: record.listing_id,
    odometer: record.odometer,
    odometer_unit: record.odometer_unit,
    keys: record.keys,
    fuel_percent: record.fuel_percent,
    charge_percent: record.charge_percent,
    damage: record.damage,
    giver: { name: record.giver_name, drawn: record.giver_strokes !== null },
    receiver: { name: record.receiver_name, drawn: record.receiver_strokes !== null },
    by: record.actor === 'seller' ? 'seller' : 'operator',
    captured_at: record.captured_at.toISOString(),
    told_at: record.told_at.toISOString(),
    photos: photos
      .filter(({ handover }) => handover === record.number)
      .map(({ side, fileId }) => ({
        side,
        url: href(fileCalls.open, { params: { id: record.order_id, file: fileId } }),
      })),
  };
}
