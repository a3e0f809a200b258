import { cellText } from './cell-text.ts';
import type { Reading } from './cell-values.ts';

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const LETTER_VALUES: Record<string, number> = Object.fromEntries(
  [...'ABCDEFGH']
    .map((letter, at) => [letter, at + 1] as const)
    .concat(
      [...'JKLMN'].map((letter, at) => [letter, at + 1] as const),
      [...'STUVWXYZ'].map((letter, at) => [letter, at + 2] as const),
      [
        ['P', 7],
        ['R', 9],
      ],
    ),
);
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** A vehicle identification number in capitals. China's makers must use the check digit, so a wrong one is worth a remark. */
export function readVin(cell: string): Reading<string> {
  const vin = cellText(cell).replace(/[\s-]/g, '').toUpperCase();
  if (vin.length !== 17) return { problem: 'a VIN has 17 characters' };
  if (!VIN.test(vin)) return { problem: 'a VIN has only digits and the letters A to Z without I, O and Q' };
  if (/^[LH]/.test(vin) && !checkDigitFits(vin)) {
    return { value: vin, remark: 'kept, but the check digit of this Chinese VIN is wrong' };
  }
  return { value: vin };
}

export function checkDigitFits(vin: string): boolean {
  const sum = [...vin].reduce(
    (total, sign, at) => total + (LETTER_VALUES[sign] ?? Number(sign)) * (WEIGHTS[at] ?? 0),
    0,
  );
  return vin[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}
