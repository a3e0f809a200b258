import { parseVin, type VinProblem } from '#features/catalog/vehicles/model/parse-vin.ts';
import { checkDigitConflict } from '#features/catalog/vehicles/model/vin-conflicts.ts';
import { vinRegion } from '#features/catalog/vehicles/model/vin-region.ts';
import type { Reading } from './cell-values.ts';

const REASONS: Record<VinProblem, string> = {
  'sell.vin.length': 'a VIN has 17 characters',
  'sell.vin.characters': 'a VIN contains only digits and the letters A to Z except I, O and Q',
  'sell.vin.letters': 'a VIN never contains the letters I, O or Q',
  'sell.vin.frameNumber': 'a Japanese frame number is not a VIN',
  'sell.vin.placeholder': 'one character repeated is not a VIN',
};

/** Parses a VIN by the rules of the sell form. Suggestions and warnings become part of the reason or remark. */
export function readVinCell(cell: string): Reading<string> {
  const reading = parseVin(cell);
  if ('problem' in reading) {
    const { problem, suggestion } = reading;
    return { problem: REASONS[problem] + (suggestion ? `: is it ${suggestion}?` : '') };
  }
  const { vin } = reading;
  if (checkDigitConflict(vin) === null) return { value: vin };
  const origin = vinRegion(vin) === 'china' ? 'Chinese' : 'North American';
  return { value: vin, remark: `kept, but the check digit of this ${origin} VIN is wrong` };
}
