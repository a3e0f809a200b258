import type { MessageKey } from '#lib/i18n/translator.ts';

/**
 * Region whose rules apply to a VIN. North America and China require a check digit and the model year at position 10.
 */
type VinRegion = 'north-america' | 'china' | 'elsewhere';

const NORTH_AMERICA = /^(?:[1245]|3[A-X]|7[F-Z0-9])/;
const CHINA = /^[LH]/;

export function vinRegion(vin: string): VinRegion {
  if (NORTH_AMERICA.test(vin)) return 'north-america';
  return CHINA.test(vin) ? 'china' : 'elsewhere';
}

/** The letters of each value, by index. */
const LETTERS = ['', 'AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'];
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const AT = 8;

const VALUES = new Map(
  LETTERS.flatMap((letters, value) => [...letters, String(value)].map((sign) => [sign, value] as const)),
);

type CheckDigit = 'fits' | 'differs';

/** Returns the ninth character that the other sixteen require. */
export function expectedCheckDigit(vin: string): string {
  const sum = [...vin].reduce((total, sign, index) => total + (VALUES.get(sign) ?? 0) * (WEIGHTS[index] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

export function checkDigit(vin: string): CheckDigit {
  return vin[AT] === expectedCheckDigit(vin) ? 'fits' : 'differs';
}

/** Checks the digit if the region requires one. Makers elsewhere may use any character at position 9. */
export function requiredCheckDigit(vin: string): CheckDigit | 'not-required' {
  return vinRegion(vin) === 'elsewhere' ? 'not-required' : checkDigit(vin);
}

export type VinProblem = Extract<
  MessageKey,
  'sell.vin.length' | 'sell.vin.characters' | 'sell.vin.letters' | 'sell.vin.frameNumber' | 'sell.vin.placeholder'
>;

/** A suggested VIN is shown to the user, never used silently. */
type VinReading = { vin: string } | { problem: VinProblem; suggestion?: string };

const PLAIN_VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const LENGTH = 17;
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu;
const SEPARATORS = /[\s\p{Pd}\u2212*]/gu;
/** Chassis number of a car made for Japan: model code, dash, serial number. */
const FRAME_NUMBER = /^[A-Z][A-Z0-9]{1,7} ?[\p{Pd}\u2212 ] ?\d{6,7}$/u;
const MEANT_DIGITS: Record<string, string> = { O: '0', Q: '0', I: '1' };

/** Characters that look like Latin capitals and digits, or are digits of another script. */
const LOOK_ALIKES = new Map(
  [
    ['АВЕКМНОРСТУХЅІЈавекмнорстухѕіј', 'ABEKMHOPCTYXSIJABEKMHOPCTYXSIJ'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
  ].flatMap(([signs = '', meant = '']) => [...signs].map((sign, index) => [sign, meant[index] ?? ''] as const)),
);

/** Parses a typed, pasted or scanned VIN, or returns why it is invalid. */
export function parseVin(typed: string): VinReading {
  const text = latin(typed);
  if (FRAME_NUMBER.test(text)) return { problem: 'sell.vin.frameNumber' };
  const vin = text.replace(SEPARATORS, '');
  if (PLAIN_VIN.test(vin)) return isPlaceholder(vin) ? { problem: 'sell.vin.placeholder' } : { vin };
  if (/[^A-Z0-9]/.test(vin)) return { problem: 'sell.vin.characters' };
  if (vin.length !== LENGTH) return { problem: 'sell.vin.length' };
  return { problem: 'sell.vin.letters', suggestion: vin.replace(/[OQI]/g, (letter) => MEANT_DIGITS[letter] ?? letter) };
}

function latin(typed: string): string {
  const text = typed
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return /^[\x20-\x7e]*$/.test(text) ? text : [...text].map((sign) => LOOK_ALIKES.get(sign) ?? sign).join('');
}

/** Detects one repeated character. Zeros and ones would pass the check digit. */
const isPlaceholder = (vin: string) => new Set(vin).size === 1;
