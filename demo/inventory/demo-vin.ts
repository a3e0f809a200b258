import { expectedCheckDigit } from '../../src/features/catalog/vehicles/model/vin.ts';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGIT_LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_CODED_YEAR = 1980;

const SERIALS = 1_000_000;
/** Coprime with SERIALS, which gives a million consecutive cars distinct serial numbers. */
const SERIAL_STEP = 614_657;

/** Returns five characters that identify a model and its engine. */
export function vehicleCode(kind: string): string {
  let hash = 2_166_136_261;
  for (let at = 0; at < kind.length; at++) hash = Math.imul(hash ^ kind.charCodeAt(at), 16_777_619) >>> 0;
  let code = LETTERS[hash % LETTERS.length]!;
  for (let place = 1; place < 5; place++) {
    hash = Math.imul(hash ^ place, 2_654_435_761) >>> 0;
    code += DIGIT_LETTERS[(hash >>> 8) % DIGIT_LETTERS.length];
  }
  return code;
}

/** Creates a valid VIN, unique among a million consecutive cars. */
export function demoVin(worldMakerCode: string, code: string, year: number, nth: number): string {
  const yearCode = YEAR_CODES[(year - FIRST_CODED_YEAR) % YEAR_CODES.length];
  const plant = LETTERS[(code.charCodeAt(0) + Math.floor(nth / SERIALS)) % LETTERS.length];
  const serial = String((nth * SERIAL_STEP + 104_729) % SERIALS).padStart(6, '0');
  const front = worldMakerCode + code;
  const back = `${yearCode}${plant}${serial}`;
  return front + expectedCheckDigit(`${front}0${back}`) + back;
}
