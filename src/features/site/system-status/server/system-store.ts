import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type DatabaseFacts = { schema: string; postgres: string; databaseBytes: number };
export type TableSize = { name: string; bytes: number };
export type UploadSizes = { uploads: number; uploadBytes: number };

const FACTS = statement(`
  select (select max(name) from schema_migrations) as schema, split_part(current_setting('server_version'), ' ', 1) as postgres,
    pg_database_size(current_database())::float8 as "databaseBytes"`);
const TABLES = statement(`
  select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc, name limit 5`);
const UPLOADS = statement(
  'select count(*)::int as uploads, coalesce(sum(bytes), 0)::float8 as "uploadBytes" from uploads where stored_at is not null',
);

export async function databaseFacts(db: Queryable): Promise<DatabaseFacts> {
  return (await rowsOf<DatabaseFacts>(db, FACTS, []))[0]!;
}

/** The largest five tables, with their indexes. */
export function largestTables(db: Queryable): Promise<TableSize[]> {
  return rowsOf<TableSize>(db, TABLES, []);
}

/** Photos and reports as they were sent; renderings are not counted. */
export async function uploadSizes(db: Queryable): Promise<UploadSizes> {
  return (await rowsOf<UploadSizes>(db, UPLOADS, []))[0]!;
}
