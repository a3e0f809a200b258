import { type Queryable, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { LandedQuotes } from '#lib/server/database/rows.ts';
import type { ImportQuote } from '../../model/import-quote.ts';

export type StoredQuote = { id: number; code: string; quote: ImportQuote; validUntil: string };
type Row = Pick<LandedQuotes, 'id' | 'code'> & StoredQuote;

const COLUMNS = 'id, code, quote, valid_until::text as "validUntil"';
const INSERT = statement(`
  insert into landed_quotes (code, listing_id, basis, quote, valid_until) values ($1, $2, $3, $4, $5)
  on conflict (basis) do nothing returning ${COLUMNS}`);

export const findQuote = queryFirst<StoredQuote, [code: string]>(
  `select ${COLUMNS} from landed_quotes where code = $1`,
);

export const findQuoteOnBasis = queryFirst<StoredQuote, [basis: Buffer]>(
  `select ${COLUMNS} from landed_quotes where basis = $1`,
);

type NewQuote = Pick<StoredQuote, 'code' | 'quote' | 'validUntil'> & { basis: Buffer };

/** Returns null if there is a quote on the same basis. Waits for another transaction that inserts it. */
export async function insertQuote(
  db: Queryable,
  { code, quote, basis, validUntil }: NewQuote,
): Promise<StoredQuote | null> {
  const values = [code, quote.listingId, basis, JSON.stringify(quote), validUntil];
  return (await rowsOf<Row>(db, INSERT, values))[0] ?? null;
}
