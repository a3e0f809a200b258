import type { Caller } from '#lib/server/http/caller.ts';
import type { AccountDeps } from '../../server/account-deps.ts';
import { type AdminRow, findAdmin } from './admin-store.ts';

/** The administrator whose browser asks, if any. */
export async function currentAdmin({ pool }: AccountDeps, { admin }: Caller): Promise<AdminRow | null> {
  return admin && findAdmin(pool, admin.id);
}
