import type { Queryable } from '#lib/server/database/statement.ts';
import { findProfile, type ProfileRow } from './account-store.ts';

/** Name and address of a user whom something is written to; null when the account is closed. */
export async function mailAddressOf(db: Queryable, userId: number): Promise<{ name: string; email: string } | null> {
  const profile = await findProfile(db, userId);
  return profile && { name: profile.name, email: profile.email };
}

export async function accountStatusOf(db: Queryable, userId: number): Promise<string | null> {
  return (await findProfile(db, userId))?.status ?? null;
}

/** Who a user is, for administrators' eyes; null when the account is closed. */
export function personOf(db: Queryable, userId: number): Promise<ProfileRow | null> {
  return findProfile(db, userId);
}
