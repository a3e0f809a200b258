import type { MessageKey } from '#lib/i18n/translator.ts';

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
