import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { boardCalls as calls } from '../../../office-calls.ts';
import { boardContract as contract } from '../../model/board-contract.ts';
import { loadSailing } from './load-sailing.ts';
import { readBoard } from './read-board.ts';
import { listSailings, showSailing } from './read-sailings.ts';
import { reportSailing } from './tell-sailing.ts';

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
