import type { OperatorDetails as Row } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OperatorResponse } from '../model/operator-contract.ts';

type OperatorRow = Columns<
  Row,
  'version' | 'legal_name' | 'address' | 'registration_number' | 'governing_law' | 'money_holder' | 'contact'
>;

const NEWEST = statement(`
  select version, legal_name as "legalName", address, registration_number as "registrationNumber",
    governing_law as "governingLaw", money_holder as "moneyHolder", contact
  from operator_details order by version desc limit 1`);

/** Returns null until the details are entered. */
export async function newestOperator(db: Queryable): Promise<OperatorRow | null> {
  return (await rowsOf<OperatorRow>(db, NEWEST, []))[0] ?? null;
}

const INSERT = statement(`
  insert into operator_details
    (version, legal_name, address, registration_number, governing_law, money_holder, contact, saved_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (version) do nothing returning version`);
/** A new inventory version invalidates cached pages. */
const INVALIDATE_CACHES = statement("select nextval('stock_version')");

/** Adds a version. Returns false if another change added it first. */
export async function insertOperator(db: Queryable, adminId: number, details: OperatorResponse): Promise<boolean> {
  const { version, legalName, address, registrationNumber, governingLaw, moneyHolder, contact } = details;
  const values = [version, legalName, address, registrationNumber, governingLaw, moneyHolder, contact, adminId];
  if ((await rowsOf(db, INSERT, values)).length === 0) return false;
  await rowsOf(db, INVALIDATE_CACHES, []);
  return true;
}
