import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

export type AdminRow = { id: number; name: string; email: string };

const FIND = statement('select id, name, email from admins where id = $1');

export async function findAdmin(db: Queryable, adminId: number): Promise<AdminRow | null> {
  return (await rowsOf<AdminRow>(db, FIND, [adminId]))[0] ?? null;
}
