import type pg from 'pg';
import { userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { waitingCalls } from '../../orders-calls.ts';
import { waitingContract } from '../model/place-order-contract.ts';
import { leaveList, waitForCar } from './wait-for-car.ts';

export function waitingEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  const buyer = { access: 'user' } as const;
  return [
    endpoint(waitingCalls.ask, waitingContract.ask, {
      ...buyer,
      summary: 'Ask to be told by email when a held car is free again',
      limit: { uses: 60, inSeconds: 3_600 },
      handle: async ({ params, caller }) => {
        await waitForCar(pool, userOf(caller).id, params.id);
        return { flag: '1' as const, waiting: true };
      },
    }),
    endpoint(waitingCalls.stop, waitingContract.stop, {
      ...buyer,
      summary: 'No longer be told when a car is free',
      handle: async ({ params, caller }) => {
        await leaveList(pool, userOf(caller).id, params.id);
        return { flag: '1' as const, waiting: false };
      },
    }),
  ];
}
