import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import type { OrderDeps } from '#features/orders/server/api.ts';
import { tradeTermCalls } from '#features/payments/payments-calls.ts';
import { tradeTermContract } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { boardCalls as calls } from '#features/shipping/office-calls.ts';
import { loadSailing, reportSailing } from '#features/shipping/shipments/admin/server/load-sailing.ts';
import { readBoard } from '#features/shipping/shipments/admin/server/read-board.ts';
import { listSailings, showSailing } from '#features/shipping/shipments/admin/server/read-sailings.ts';
import { fileContract } from '#features/shipping/shipments/model/file-contract.ts';
import {
  boardContract as contract,
  shipmentContract,
  yardContract,
} from '#features/shipping/shipments/model/shipment-contract.ts';
import { fileCalls, shipmentCalls, yardCalls } from '#features/shipping/shipping-calls.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { download, downloadUntrusted, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { type FileDeps, sendFile, sendParcel, withdrawFile, withdrawParcel } from './files/order-files.ts';
import { listFiles, listOpenings, openFile } from './files/read-files.ts';
import { readYard } from './read-yard.ts';
import type { ShipmentDeps } from './shipment-party.ts';
import { changeSchedule, listEvents, tellEvent, withdrawEvent } from './tell-event.ts';
import { listPorts, readCalendar, readTimeline, shareCalendar } from './timeline.ts';
import { chooseTradeTerm, readTradeTerms } from './trade-term/trade-terms.ts';

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

export function fileEndpoints(deps: FileDeps & { siteOrigin: string }): Endpoint[] {
  const shipmentDeps = { pool: deps.media.pool, clock: deps.clock, siteOrigin: deps.siteOrigin };
  const party = { access: 'user-or-admin' } as const;
  return [
    endpoint(fileCalls.list, fileContract.list, {
      ...party,
      permission: 'bookings:read',
      summary: 'The files of an order, for its parties',
      handle: ({ params, caller, t }) => listFiles(deps, caller, params.id, t),
    }),
    endpoint(fileCalls.send, fileContract.send, {
      ...party,
      permission: 'bookings:write',
      summary: 'Send a PDF or picture of an order; its bytes are kept as they are; idempotent by id',
      upload: { files: { file: { most: 1 } } },
      handle: ({ params, body, files, caller }) => sendFile(deps, caller, params.id, body, files),
    }),
    endpoint(fileCalls.open, fileContract.open, {
      ...party,
      permission: 'bookings:read',
      summary: 'Open a file of an order; every opening is recorded',
      handle: async ({ params, caller, reply }) => {
        const { file, name, type } = await openFile(deps, caller, params.id, params.file);
        return downloadUntrusted(reply.header('content-length', file.bytes), name, type, file.stream);
      },
    }),
    endpoint(fileCalls.withdraw, fileContract.withdraw, {
      ...party,
      permission: 'bookings:write',
      summary: 'Withdraw a file that was sent by mistake; it stays shown with the reason, but counts as no paper',
      handle: ({ params, body, caller }) => withdrawFile(deps.media.pool, caller, params, body.reason),
    }),
    endpoint(fileCalls.sendParcel, fileContract.sendParcel, {
      ...party,
      permission: 'bookings:write',
      summary: 'Say that original papers were sent by courier, and email the buyer; idempotent by id',
      handle: ({ params, body, caller }) => sendParcel(shipmentDeps, caller, params.id, body),
    }),
    endpoint(fileCalls.withdrawParcel, fileContract.withdrawParcel, {
      ...party,
      permission: 'bookings:write',
      summary:
        'Withdraw the report of a parcel that was a mistake, and email the buyer; it stays shown with the reason',
      handle: ({ params, body, caller }) => withdrawParcel(shipmentDeps, caller, params.id, params.parcel, body.reason),
    }),
    endpoint(fileCalls.openings, fileContract.openings, {
      access: 'admin',
      permission: 'bookings:read',
      summary: 'Who opened which file of an order or of its claims, the newest first',
      handle: ({ params }) => listOpenings(deps, params.id),
    }),
  ];
}

export function tradeTermEndpoints(deps: OrderDeps): Endpoint[] {
  const { pool, clock } = deps.payments;
  const buyer = { access: 'user' } as const;
  return [
    endpoint(tradeTermCalls.offers, tradeTermContract.offers, {
      ...buyer,
      summary: 'How far we ship the cars of an order, and what other trade terms would add to its price',
      handle: ({ params, caller }) => readTradeTerms(pool, userOf(caller).id, params.id, clock.now()),
    }),
    endpoint(tradeTermCalls.choose, tradeTermContract.choose, {
      ...buyer,
      summary: 'Choose the trade term of an order; what it adds becomes a part of the payment plan',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, body, caller, t }) => {
        const { id: userId } = userOf(caller);
        await chooseTradeTerm(deps, userId, params.id, body, t);
        return readTradeTerms(pool, userId, params.id, clock.now());
      },
    }),
  ];
}

type BoardDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string; rules: RuleBookCache };

export function boardEndpoints(deps: BoardDeps): Endpoint[] {
  const read = { access: 'admin', permission: 'bookings:read' } as const;
  const write = { access: 'admin', permission: 'bookings:write' } as const;
  return [
    endpoint(calls.board, contract.board, {
      ...read,
      summary: 'Open orders by their next step, the longest overdue first',
      handle: ({ query }) => readBoard(deps, query),
    }),
    endpoint(calls.sailings, contract.sailings, {
      ...read,
      summary: 'Sailings with their times, newest first',
      handle: ({ query }) => listSailings(deps, query),
    }),
    endpoint(calls.sailing, contract.sailing, {
      ...read,
      summary: 'A sailing with the cars on it',
      handle: ({ params }) => showSailing(deps, params.id),
    }),
    endpoint(calls.load, contract.load, {
      ...write,
      summary: 'Put cars on a sailing, listed or as a CSV; saves all or nothing, or nothing in a dry run',
      handle: ({ body, caller, request, t }) => loadSailing(deps, adminOf(caller), body, originOf(request), t),
    }),
    endpoint(calls.tell, contract.tell, {
      ...write,
      summary: 'Say when a vessel sails or arrives, for all cars on it; idempotent by id',
      handle: ({ params, body, caller }) => reportSailing(deps, adminOf(caller), params.id, body),
    }),
  ];
}
