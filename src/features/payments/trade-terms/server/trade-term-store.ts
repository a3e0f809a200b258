import { UNION, UNION_MEMBERS } from '#features/customs/import-rules/model/ports.ts';
import { type Queryable, query, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderLine, TradeChoice, TransportRate } from '../model/trade-term.ts';

const NEWEST = 'select max(n.version) from order_trade_terms n where n.order_id = $1';
const CHOOSE = statement(`
  with chosen as (
    insert into order_trade_terms (order_id, version, term, port, place, chosen_by, reason)
    select $1, coalesce((${NEWEST}), 0) + 1, $2, $3, $4, $5, $6 returning version
  )
  insert into order_lines (order_id, version, listing_id, kind, cents)
  select $1, chosen.version, line.listing, line.kind, line.cents
  from chosen, unnest($7::bigint[], $8::text[], $9::bigint[]) as line (listing, kind, cents)`);

/** Returns what the trade term of an order adds to the price of each car. */
export const linesOfOrder = query<OrderLine, [orderId: number]>(`
  select l.listing_id as "listingId", l.kind, l.cents from order_lines l
  where l.order_id = $1 and l.version = (${NEWEST})
  order by l.listing_id, array_position(array['inspection', 'freight', 'insurance', 'inland'], l.kind)`);

/** Returns the trade term of an order; null for rentals, and for sales from before orders had one. */
export const choiceOfOrder = queryFirst<TradeChoice, [orderId: number]>(`
  select t.term, t.port, t.place,
    exists (select from order_lines l where l.order_id = t.order_id and l.version = t.version and l.kind = 'inspection') as inspection
  from order_trade_terms t where t.order_id = $1 and t.version = (${NEWEST})`);

type Chosen = { choice: TradeChoice; lines: readonly OrderLine[]; chosenBy: number | null; reason: string };

/** Records a choice with its lines. The caller holds the lock of the order and changes its plan. */
export async function insertChoice(
  db: Queryable,
  orderId: number,
  { choice, lines, chosenBy, reason }: Chosen,
): Promise<void> {
  const { term, port, place } = choice;
  await rowsOf(db, CHOOSE, [
    orderId,
    term,
    port,
    place,
    chosenBy,
    reason,
    lines.map(({ listingId }) => listingId),
    lines.map(({ kind }) => kind),
    lines.map(({ cents }) => cents),
  ]);
}

const COLUMNS = `country, port, place, inspection_cents as "inspectionCents", freight_cents as "freightCents",
  insurance_bps as "insuranceBps", inland_cents as "inlandCents"`;
const OF_COUNTRIES = statement(`select ${COLUMNS} from transport_rates where country = any($1) order by port, place`);
const CLEAR = statement('delete from transport_rates');
const SAVE = statement(`
  insert into transport_rates (country, port, place, inspection_cents, freight_cents, insurance_bps, inland_cents, saved_by)
  select given.*, $8
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[], $7::bigint[]) as given`);

export const allRates = query<TransportRate>(`select ${COLUMNS} from transport_rates order by country, port, place`);

/** Returns the rates for buyers of a country, or those of its union if it has none. */
export async function ratesOf(db: Queryable, country: string): Promise<TransportRate[]> {
  const union = UNION_MEMBERS.includes(country) ? [UNION] : [];
  const rates = await rowsOf<TransportRate>(db, OF_COUNTRIES, [[country, ...union]]);
  const own = rates.filter((rate) => rate.country === country);
  return own.length > 0 ? own : rates;
}

/** Locks the rates until the transaction ends. */
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
