import type { Queryable } from '#lib/server/database/statement.ts';
import type { OperatorResponse } from '../model/operator-contract.ts';
import { newestOperator } from './operator-store.ts';

const NOTHING_ENTERED: OperatorResponse = {
  version: 0,
  legalName: '',
  address: '',
  registrationNumber: '',
  governingLaw: '',
  moneyHolder: '',
  contact: '',
};

/** Returns the newest version, or empty texts as version 0. */
export async function readOperator(db: Queryable): Promise<OperatorResponse> {
  return (await newestOperator(db)) ?? NOTHING_ENTERED;
}
