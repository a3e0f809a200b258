import type pg from 'pg';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { SailingResponse, SailingSummary } from '#features/shipping/shipments/model/shipment-contract.ts';
import { type Paged, pageOf, rowsBefore } from '#lib/contract-parts.ts';
import { portOf } from '../../model/port.ts';
import type { PlaceResponse } from '../../model/shipment-contract.ts';
import { surest } from '../../model/shipment-event.ts';
import { SAILING_STEPS } from '../../model/step.ts';
import { toPlaceResponse } from '../../server/timeline.ts';
import { sailingNotFound } from './load-sailing.ts';
import {
  carsAboard,
  countSailings,
  eventsOfSailings,
  findSailing,
  findSailings,
  type SailingEvent,
  type SailingRecord,
} from './sailing-store.ts';

const PAGE_SIZE = 20;

type Deps = { pool: pg.Pool };
type PageQuery = { page?: number | undefined; limit?: number | undefined };

/** Returns the sailings with their times, newest first. */
export async function listSailings(
  { pool }: Deps,
  { page = 1, limit = PAGE_SIZE }: PageQuery,
): Promise<Paged<SailingSummary>> {
  const sailings = await findSailings(pool, limit, rowsBefore(page, limit));
  const events = await eventsOfSailings(
    pool,
    sailings.map(({ id }) => id),
  );
  const items = sailings.map((sailing) => toSailing(sailing, events));
  return pageOf(items, { total: await countSailings(pool) }, page, limit);
}

/** A sailing with the cars on it. */
export async function showSailing({ pool }: Deps, id: number): Promise<SailingResponse> {
  const sailing = await findSailing(pool, id);
  if (!sailing) throw sailingNotFound();
  const aboard = await carsAboard(pool, id);
  return {
    ...toSailing(sailing, await eventsOfSailings(pool, [id])),
    orders: aboard.map(({ orderId, container, seal, ...car }) => ({
      order_id: orderId,
      number: orderNumber(orderId),
      car: listingName(car),
      container,
      seal,
    })),
  };
}

function toSailing(sailing: SailingRecord, events: SailingEvent[]): SailingSummary {
  const own = events.filter(({ sailingId }) => sailingId === sailing.id);
  return {
    id: sailing.id,
    vessel: sailing.vessel,
    imo: sailing.imo,
    voyage: sailing.voyage,
    carrier: sailing.carrier,
    from: placeOf(sailing.from_place),
    to: placeOf(sailing.to_place),
    cars: sailing.cars,
    steps: SAILING_STEPS.map((step) => {
      const told = own.filter((event) => event.step === step);
      const shown = surest(told);
      return {
        step,
        at: shown?.happensAt.toISOString() ?? null,
        certainty: shown?.certainty ?? null,
        changes: told
          .sort((one, other) => one.capturedAt.getTime() - other.capturedAt.getTime())
          .map(({ happensAt, capturedAt, certainty, note }) => ({
            at: happensAt.toISOString(),
            told_at: capturedAt.toISOString(),
            certainty,
            note,
          })),
      };
    }),
  };
}

function placeOf(code: string): PlaceResponse {
  const port = portOf(code);
  return port ? toPlaceResponse(port) : { code, name: code, country: code.slice(0, 2), time_zone: 'UTC' };
}
