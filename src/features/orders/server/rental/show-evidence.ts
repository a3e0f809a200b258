import type pg from 'pg';
import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { findOrder } from '../order-store.ts';
import { type Evidence, findEvidence } from './charge-store.ts';

type Wanted = { id: number; charge: number; position: number };

/** Returns a file of a charge to the buyer of its order and to staff. Throws `not_found` for anyone else, so ids cannot be probed. */
export async function showEvidence(pool: pg.Pool, caller: Caller, { id, charge, position }: Wanted): Promise<Evidence> {
  const order = await findOrder(pool, id);
  const maySee = order !== null && (caller.admin !== null || order.userId === caller.user?.id);
  const file = maySee ? await findEvidence(pool, id, charge, position) : null;
  if (!file) throw new AppError('not_found', 'no such evidence', { messageKey: 'orders.noDocument' });
  return file;
}
