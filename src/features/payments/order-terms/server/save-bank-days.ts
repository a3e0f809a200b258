import { createHash } from 'node:crypto';
import type pg from 'pg';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { BankDaysBody, BankDaysResponse } from '../model/terms-office-contract.ts';
import { bankDaysOf, lockBankDays, replaceBankDays, type SavedDay, yearsWithBankDays } from './bank-day-store.ts';

/** Returns the days of a year; without one, of the year of the clock. */
export async function readBankDays(db: Queryable, clock: Clock, asked: number | undefined): Promise<BankDaysResponse> {
  const thisYear = clock.now().getUTCFullYear();
  const year = asked ?? thisYear;
  const [days, known] = [await bankDaysOf(db, year), await yearsWithBankDays(db)];
  return {
    flag: '1',
    year,
    years: [...new Set([...known, year, thisYear, thisYear + 1])].sort(),
    days: days.map(({ day, isOpen, name }) => ({ day, is_open: isOpen, name })),
    seen: fingerprint(days),
  };
}

/** Identifies the content of a list, so that one person does not overwrite what another has saved meanwhile. */
function fingerprint(days: SavedDay[]): string {
  const content = days.map(({ day, isOpen, name }) => [day, isOpen, name]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

/** Replaces the days of a year. Holds that are made from now on end by them; those that run keep their end. */
export function saveBankDays(
  pool: pg.Pool,
  clock: Clock,
  admin: SignedInAdmin,
  { year, days, seen }: BankDaysBody,
  origin: Origin,
): Promise<BankDaysResponse> {
  return withTransaction(pool, async (db) => {
    await lockBankDays(db);
    const before = await bankDaysOf(db, year);
    if (fingerprint(before) !== seen)
      throw new AppError('conflict', 'the bank days changed', { messageKey: 'admin.bankDays.changedMeanwhile' });
    const wanted = days.map(({ day, is_open: isOpen, name }) => ({ day, isOpen, name }));
    await replaceBankDays(db, year, wanted, admin.id);
    const after = await bankDaysOf(db, year);
    const inWords = (list: SavedDay[]) =>
      list.map(({ day, isOpen, name }) => `${day} ${isOpen ? 'open' : 'closed'} ${name}`);
    const [old, saved] = [inWords(before), inWords(after)];
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'bank days changed',
      details: {
        year,
        added: saved.filter((day) => !old.includes(day)),
        removed: old.filter((day) => !saved.includes(day)),
      },
    });
    return readBankDays(db, clock, year);
  });
}
