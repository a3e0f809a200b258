import { UNION, UNION_MEMBERS } from '#features/customs/import-rules/model/union.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { TransportRate } from '../model/trade-term.ts';

const COLUMNS = `country, port, place, inspection_cents as "inspectionCents", freight_cents as "freightCents",
  insurance_bps as "insuranceBps", inland_cents as "inlandCents"`;
const ALL = statement(`select ${COLUMNS} from transport_rates order by country, port, place`);
const OF_COUNTRIES = statement(`select ${COLUMNS} from transport_rates where country = any($1) order by port, place`);
const CLEAR = statement('delete from transport_rates');
const SAVE = statement(`
  insert into transport_rates (country, port, place, inspection_cents, freight_cents, insurance_bps, inland_cents, saved_by)
  select given.*, $8
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[], $7::bigint[]) as given`);

export function allRates(db: Queryable): Promise<TransportRate[]> {
  return rowsOf<TransportRate>(db, ALL, []);
}

/** Returns the rates for buyers of a country: its own, else those of its union. */
export async function ratesOf(db: Queryable, country: string): Promise<TransportRate[]> {
  const union = UNION_MEMBERS.includes(country) ? [UNION] : [];
  const rates = await rowsOf<TransportRate>(db, OF_COUNTRIES, [[country, ...union]]);
  const own = rates.filter((rate) => rate.country === country);
  return own.length > 0 ? own : rates;
}

/** Lets nobody else change the rates until the transaction ends. */
export async function lockRates(db: Queryable): Promise<void> {
  await db.query('lock table transport_rates in share row exclusive mode');
}

export async function replaceRates(db: Queryable, rates: readonly TransportRate[], adminId: number): Promise<void> {
  const column = <Key extends keyof TransportRate>(key: Key) => rates.map((rate) => rate[key]);
  await rowsOf(db, CLEAR, []);
  await rowsOf(db, SAVE, [
    column('country'),
    column('port'),
    column('place'),
    column('inspectionCents'),
    column('freightCents'),
    column('insuranceBps'),
    column('inlandCents'),
    adminId,
  ]);
}
