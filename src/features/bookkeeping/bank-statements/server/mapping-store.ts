import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';

export type StoredMapping = StatementMapping & { id: number; savedAt: Date };

const COLUMNS = `id, name, account, currency, encoding, delimiter, decimal_sign as "decimalSign", date_order as "dateOrder", columns,
  saved_at as "savedAt"`;
const NEWEST = statement(`select distinct on (name) ${COLUMNS} from statement_mappings order by name, id desc`);
const FIND = statement(`select ${COLUMNS} from statement_mappings where id = $1`);
const INSERT = statement(`
  insert into statement_mappings (name, account, currency, encoding, delimiter, decimal_sign, date_order, columns, saved_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`);

/** Returns the newest mapping of each name. */
export function newestMappings(db: Queryable): Promise<StoredMapping[]> {
  return rowsOf(db, NEWEST, []);
}

export async function findMapping(db: Queryable, id: number): Promise<StoredMapping | null> {
  return (await rowsOf<StoredMapping>(db, FIND, [id]))[0] ?? null;
}

/** Stores a mapping and returns its id. */
export async function insertMapping(db: Queryable, adminId: number, mapping: StatementMapping): Promise<number> {
  const { name, account, currency, encoding, delimiter, decimalSign, dateOrder, columns } = mapping;
  const values = [
    name,
    account,
    currency,
    encoding,
    delimiter,
    decimalSign,
    dateOrder,
    JSON.stringify(columns),
    adminId,
  ];
  return (await rowsOf<{ id: number }>(db, INSERT, values))[0]!.id;
}
