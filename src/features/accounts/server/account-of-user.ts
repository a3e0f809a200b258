import type { Queryable } from '#platform/database/statement.ts';
import { findProfile } from './account-store.server.ts';

/** Name and address of a user whom something is written to; null when the account is closed. */
export async function mailAddressOf(db: Queryable, userId: number): Promise<{ name: string; email: string } | null> {
  const profile = await findProfile(db, userId);
  return profile && { name: profile.name, email: profile.email };
}

export async function accountStatusOf(db: Queryable, userId: number): Promise<string | null> {
  return (await findProfile(db, userId))?.status ?? null;
}
