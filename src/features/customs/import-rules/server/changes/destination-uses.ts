import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import { execute, type Queryable, query } from '#lib/server/database/postgres.ts';

const ADD = execute<[country: string, day: Day, uses: number]>(`
  insert into import_destination_uses as used (country, used_on, uses) values ($1, $2, $3)
  on conflict (country, used_on) do update set uses = used.uses + excluded.uses`);

/** Counts per country of the last `days` days. */
export const usesOfDays = query<{ country: string; uses: number }, [today: Day, days: number]>(`
  select country, sum(uses)::int as uses from import_destination_uses where used_on > $1::date - $2::int group by country`);

/** Counts in memory how often lights and costs of a country were computed, so that a read writes nothing. */
export class DestinationUses {
  #counts = new Map<string, number>();

  count(country: string): void {
    this.#counts.set(country, (this.#counts.get(country) ?? 0) + 1);
  }

  /** Adds the counts to the database. Those that were not added are kept. */
  async flush(db: Queryable, today: Day): Promise<void> {
    for (const [country, uses] of [...this.#counts]) {
      await ADD(db, country, today, uses);
      const later = (this.#counts.get(country) ?? 0) - uses;
      if (later > 0) this.#counts.set(country, later);
      else this.#counts.delete(country);
    }
  }
}
