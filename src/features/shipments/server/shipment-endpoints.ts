import type pg from 'pg';
import type { Clock } from '#lib/clock.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { shipmentCalls } from '../model/shipment-calls.ts';
import { shipmentContract } from '../model/shipment-contract.ts';
import { listPorts, readTimeline } from './read-timeline.ts';
import { tellEvent } from './tell-event.ts';

export type ShipmentDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string };

export function shipmentEndpoints(deps: ShipmentDeps): Endpoint[] {
  const party = { tag: 'Orders', access: 'user-or-admin' } as const;
  return [
    endpoint(shipmentCalls.timeline, shipmentContract.timeline, {
      ...party,
      permission: 'bookings:read',
      summary: 'The steps of an order, for its buyer, the seller and the operator',
      handle: ({ params, caller }) => readTimeline(deps, caller, params.id),
    }),
    endpoint(shipmentCalls.tell, shipmentContract.tell, {
      ...party,
      permission: 'bookings:write',
      summary: 'Say when a step of an order is planned, expected or has happened; idempotent by id',
      handle: ({ params, body, caller }) => tellEvent(deps, caller, params.id, body),
    }),
    endpoint(shipmentCalls.ports, shipmentContract.ports, {
      tag: 'Orders',
      access: 'anyone',
      summary: 'The ports, depots and borders that cars are shipped through',
      handle: async () => ({ items: listPorts() }),
    }),
  ];
}
