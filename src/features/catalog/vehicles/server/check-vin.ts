import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import type { TypedCar } from '../model/vin-conflicts.ts';
import type { VinResponse } from '../model/vin-contract.ts';
import { countVinCheck } from './vin-check-store.ts';
import { vinResponse } from './vin-response.ts';

export type VinCheckDeps = { pool: Queryable; inBackground: InBackground };

/** Describes a typed VIN, and counts the check if it is a valid one. */
export function checkVin(
  { pool, inBackground }: VinCheckDeps,
  typed: string,
  car: TypedCar,
  thisYear: number,
  t: Translator,
): VinResponse {
  const response = vinResponse(typed, car, thisYear, t);
  if (response.valid) inBackground(() => countVinCheck(pool), 'optional');
  return response;
}
