const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGIT_LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_CODED_YEAR = 1980;

/** What each letter counts in the check digit, and how much each of the 17 places weighs (ISO 3779, GB 16735). */
const VALUES = new Map([...DIGIT_LETTERS].map((sign) => [sign, /\d/.test(sign) ? Number(sign) : letterValue(sign)]));
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

const SERIALS = 1_000_000;
/** Has no divisor in common with SERIALS, so that a million cars in a row get a million serial numbers. */
const SERIAL_STEP = 614_657;

function letterValue(letter: string): number {
  if (letter < 'J') return letter.charCodeAt(0) - 64;
  return letter < 'S' ? letter.charCodeAt(0) - 73 : letter.charCodeAt(0) - 81;
}

/** The check digit of a VIN, whatever stands in its ninth place. */
export function checkDigit(vin: string): string {
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += VALUES.get(vin[at]!)! * WEIGHTS[at]!;
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Five signs that stand for a model and its engine, the same on every car of the kind. */
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

/** A well-formed VIN; no two of a million cars in a row have the same one. */
export function demoVin(worldMakerCode: string, code: string, year: number, nth: number): string {
  const yearCode = YEAR_CODES[(year - FIRST_CODED_YEAR) % YEAR_CODES.length];
  const plant = LETTERS[(code.charCodeAt(0) + Math.floor(nth / SERIALS)) % LETTERS.length];
  const serial = String((nth * SERIAL_STEP + 104_729) % SERIALS).padStart(6, '0');
  const front = worldMakerCode + code;
  const back = `${yearCode}${plant}${serial}`;
  return front + checkDigit(`${front}0${back}`) + back;
}
