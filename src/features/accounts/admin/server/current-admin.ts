import type { Caller } from '#lib/server/http/caller.ts';
import type { AccountTools } from '../../server/account-deps.ts';
import { type AdminRow, findAdmin } from './admin-store.ts';

/** The administrator whose browser asks, if any. */
export async function whichAdmin({ pool }: AccountTools, { admin }: Caller): Promise<AdminRow | null> {
  return admin && findAdmin(pool, admin.id);
}
