import type pg from 'pg';
import { MAX_LAPSED_HOLDS } from '#features/orders/holds/server/place-order.ts';
import { accountStatusOf, actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { adminOf, type Origin, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { holdRightCalls } from '../../../office-calls.ts';
import { type HoldRightResponse, holdRightContract } from '../../model/place-order-contract.ts';
import { insertRestoredRight, isNewBuyer, lapsedHolds } from '../../server/hold-limit-store.ts';

/** The calls by which the back office lets a buyer hold cars for transfers again. */
export function holdRightEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(holdRightCalls.read, holdRightContract.read, {
      ...office,
      permission: 'users:read',
      summary: 'Whether a user may hold cars for bank transfers',
      handle: ({ params }) => readRight(pool, params.id),
    }),
    endpoint(holdRightCalls.restore, holdRightContract.restore, {
      ...office,
      permission: 'users:write',
      summary: 'Let a user hold cars for bank transfers again, and as many as known buyers, with a reason',
      handle: ({ params, body, caller, request }) =>
        restoreRight(pool, adminOf(caller).id, params.id, body.reason, originOf(request)),
    }),
  ];
}

async function readRight(db: Queryable, userId: number): Promise<HoldRightResponse> {
  if ((await accountStatusOf(db, userId)) === null) {
    throw new AppError('not_found', `no user ${userId}`, { messageKey: 'admin.users.invalid.view' });
  }
  const lapsed = await lapsedHolds(db, userId);
  return { flag: '1', lapsed, may_hold: lapsed < MAX_LAPSED_HOLDS, is_new: await isNewBuyer(db, userId) };
}

async function restoreRight(
  pool: pg.Pool,
  adminId: number,
  userId: number,
  reason: string,
  origin: Origin,
): Promise<HoldRightResponse> {
  return withTransaction(pool, async (db) => {
    const before = await readRight(db, userId);
    if (before.lapsed === 0 && !before.is_new) return before;
    await insertRestoredRight(db, userId, adminId, reason);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'hold right restored',
      subject: { kind: 'user', id: userId },
      details: { lapsed: before.lapsed, reason },
    });
    return readRight(db, userId);
  });
}
