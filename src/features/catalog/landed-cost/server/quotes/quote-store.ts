import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LandedQuotes } from '#lib/server/database/rows.ts';
import type { ImportQuote } from '../../model/import-quote.ts';

export type StoredQuote = { id: number; code: string; quote: ImportQuote; validUntil: string };
type Row = Pick<LandedQuotes, 'id' | 'code'> & StoredQuote;

const COLUMNS = 'id, code, quote, valid_until::text as "validUntil"';
const BY_CODE = statement(`select ${COLUMNS} from landed_quotes where code = $1`);
const BY_BASIS = statement(`select ${COLUMNS} from landed_quotes where basis = $1`);
const INSERT = statement(`
  insert into landed_quotes (code, listing_id, basis, quote, valid_until) values ($1, $2, $3, $4, $5)
  on conflict (basis) do nothing returning ${COLUMNS}`);

export async function findQuote(db: Queryable, code: string): Promise<StoredQuote | null> {
  return (await rowsOf<Row>(db, BY_CODE, [code]))[0] ?? null;
}

export async function findQuoteOnBasis(db: Queryable, basis: Buffer): Promise<StoredQuote | null> {
  return (await rowsOf<Row>(db, BY_BASIS, [basis]))[0] ?? null;
}

type NewQuote = Pick<StoredQuote, 'code' | 'quote' | 'validUntil'> & { basis: Buffer };

/** Returns null if there is a quote on the same basis. Waits for another transaction that inserts it. */
export async function insertQuote(
  db: Queryable,
  { code, quote, basis, validUntil }: NewQuote,
): Promise<StoredQuote | null> {
  const values = [code, quote.listingId, basis, JSON.stringify(quote), validUntil];
  return (await rowsOf<Row>(db, INSERT, values))[0] ?? null;
}
