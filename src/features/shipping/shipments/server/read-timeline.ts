import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { allPorts } from '../model/port.ts';
import type { PlaceResponse, TimelineResponse } from '../model/shipment-contract.ts';
import { shipmentFor } from './shipment-party.ts';
import { toPlaceResponse, toTimeline } from './timeline-response.ts';

type ReadDeps = { pool: pg.Pool; clock: Clock };

/** Returns the timeline of an order. Throws unless the caller is one of its parties. */
export async function readTimeline(
  { pool, clock }: ReadDeps,
  caller: Caller,
  orderId: number,
): Promise<TimelineResponse> {
  const { shipment, party } = await shipmentFor(pool, caller, orderId);
  return toTimeline(pool, shipment, party, clock.now());
}

export function listPorts(): PlaceResponse[] {
  return allPorts().map(toPlaceResponse);
}
