import type { Caller } from '#platform/http/caller.ts';
import type { AccountTools } from './account-tools.ts';
import { type AdminRow, findAdmin } from './admin-store.server.ts';

/** The administrator whose browser asks, if any. */
export async function whichAdmin({ pool }: AccountTools, { admin }: Caller): Promise<AdminRow | null> {
  return admin && findAdmin(pool, admin.id);
}
