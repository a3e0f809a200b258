import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { InBackground } from '#lib/server/jobs/background.ts';
import { catalogMake, type DecodedVin, decodeVin } from '../model/decode-vin.ts';
import type { VinResponse } from '../model/vehicle-contract.ts';
import { parseVin, requiredCheckDigit } from '../model/vin.ts';
import { checkDigitConflict, compareWithTyped, type TypedCar } from '../model/vin-conflicts.ts';
import { countVinCheck } from './vehicle-store.ts';

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

/** Describes a typed VIN and compares it with the other typed facts. */
export function vinResponse(typed: string, car: TypedCar, thisYear: number, t: Translator): VinResponse {
  const reading = parseVin(typed);
  if ('problem' in reading) return refusal(typed, t(reading.problem), reading.suggestion ?? null);
  const { vin } = reading;
  const decoded = decodeVin(vin, thisYear);
  const { maker, country, years } = decoded;
  const typo = checkDigitConflict(vin);
  return {
    flag: '1',
    vin,
    valid: true,
    problem: null,
    suggestion: null,
    checkDigit: requiredCheckDigit(vin),
    warning: typo && t.message(typo),
    maker: maker?.name ?? null,
    make: maker?.make ?? null,
    makes: maker?.makes ?? [],
    country: country && t.region(country),
    years,
    conflicts: conflictsWith(car, decoded).map(t.message),
  };
}

function refusal(typed: string, problem: string, suggestion: string | null): VinResponse {
  return {
    flag: '1',
    vin: typed,
    valid: false,
    problem,
    suggestion,
    checkDigit: 'not-required',
    warning: null,
    maker: null,
    make: null,
    makes: [],
    country: null,
    years: [],
    conflicts: [],
  };
}

const conflictsWith = ({ make, year }: TypedCar, decoded: DecodedVin) =>
  compareWithTyped({ make: make && catalogMake(make), year }, decoded);
