import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { shipmentCalls, yardCalls } from '../../shipping-calls.ts';
import { shipmentContract, yardContract } from '../model/shipment-contract.ts';
import { readCalendar, shareCalendar } from './calendar.ts';
import { changeSchedule } from './change-schedule.ts';
import { readYard } from './read-yard.ts';
import { listEvents, withdrawEvent } from './reported-events.ts';
import type { ShipmentDeps } from './shipment-party.ts';
import { tellEvent } from './tell-event.ts';
import { listPorts, readTimeline } from './timeline.ts';

export function shipmentEndpoints(deps: ShipmentDeps): Endpoint[] {
  const party = { access: 'user-or-admin' } as const;
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
    endpoint(shipmentCalls.events, shipmentContract.events, {
      ...party,
      permission: 'bookings:read',
      summary: 'What was reported about an order, with what was withdrawn; for the seller and the operator',
      handle: ({ params, caller }) => listEvents(deps.pool, caller, params.id),
    }),
    endpoint(shipmentCalls.withdraw, shipmentContract.withdraw, {
      ...party,
      permission: 'bookings:write',
      summary: 'Withdraw a report that was entered by mistake; a second call has no further effect',
      handle: ({ params, body, caller }) => withdrawEvent(deps, caller, params.id, params.event, body.reason),
    }),
    endpoint(shipmentCalls.schedule, shipmentContract.schedule, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Change the due date and the owner of a step of one order; idempotent by id',
      handle: ({ params, body, caller }) => changeSchedule(deps, caller, params.id, body),
    }),
    endpoint(shipmentCalls.share, shipmentContract.share, {
      access: 'user',
      summary: 'Make the secret address of an order’s calendar; addresses made before stop working',
      limit: { uses: 20, inSeconds: 3_600 },
      handle: ({ params, caller }) => shareCalendar(deps, caller, params.id),
    }),
    endpoint(shipmentCalls.calendar, shipmentContract.calendar, {
      access: 'anyone',
      summary: 'The steps of an order as an iCalendar, by its secret address',
      limit: { uses: 120, inSeconds: 3_600 },
      handle: async ({ params, query, reply, t }) => {
        const calendar = await readCalendar(deps, params.id, query.token, t);
        reply.header('x-robots-tag', 'noindex');
        return download(reply, 'order.ics', 'text/calendar; charset=utf-8', calendar);
      },
    }),
    endpoint(yardCalls.read, yardContract.read, {
      ...party,
      permission: 'bookings:read',
      summary: 'The open orders that the caller may report steps of',
      handle: ({ caller }) => readYard(deps, caller),
    }),
    endpoint(shipmentCalls.ports, shipmentContract.ports, {
      access: 'anyone',
      summary: 'The ports, depots and borders that cars are shipped through',
      handle: async () => ({ items: listPorts() }),
    }),
  ];
}
