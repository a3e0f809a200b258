import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { FirstLogin } from '#features/people/accounts/server/first-accounts.ts';
import type { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';

/** The optional package of demo cars (`demo/`). Nothing in src imports it. */
export type Demo = {
  /** Adds the accounts that the demo needs; returns the logins of the new ones. */
  createAccounts(db: Queryable, hasher: PasswordHasher): Promise<FirstLogin[]>;
  /** Adds demo cars to a database without listings. */
  loadCars(owner: pg.Pool, count: number, report: (line: string) => void): Promise<void>;
  hasCars(db: Queryable): Promise<boolean>;
  /** Returns true if demo cars are public. */
  offersCars(db: Queryable): Promise<boolean>;
  /** The picture of a demo car, as SVG; null for any other key. */
  picture(key: string): string | null;
};

/** The demo package next to the built server; null if it was left out of the build. */
export async function installedDemo(): Promise<Demo | null> {
  const entry = new URL('./demo.js', import.meta.url);
  return existsSync(entry) ? (await import(/* @vite-ignore */ entry.href)).demo : null;
}
