import type { Message } from '#lib/i18n/translator.ts';
import type { DecodedVin } from './decode-vin.ts';
import { nameKey } from './vehicle-name.ts';
import { expectedCheckDigit, requiredCheckDigit } from './vin.ts';

/** The typed make and year; null if empty, or if the catalog does not know the make. */
export type TypedCar = { make: string | null; year: number | null };

type VinConflict = Message<'sell.vin.conflict.checkDigit' | 'sell.vin.conflict.make' | 'sell.vin.conflict.year'>;

const YEARS_APART = 1;

/** Reports a wrong check digit, which is most likely a typo. */
export function checkDigitConflict(vin: string): VinConflict | null {
  if (requiredCheckDigit(vin) !== 'differs') return null;
  return {
    messageKey: 'sell.vin.conflict.checkDigit',
    values: { found: vin[8] ?? '', expected: expectedCheckDigit(vin) },
  };
}

/** Compares a VIN with the typed make and year. The model year may differ from the year of production by one. */
export function compareWithTyped({ make, year }: TypedCar, { maker, years, yearIsCertain }: DecodedVin): VinConflict[] {
  const conflicts: VinConflict[] = [];
  if (make !== null && maker !== null && maker.makes.length > 0 && !isAmong(maker.makes, make)) {
    conflicts.push({ messageKey: 'sell.vin.conflict.make', values: { maker: maker.name, make } });
  }
  const near = years.some((candidate) => year !== null && Math.abs(candidate - year) <= YEARS_APART);
  if (year !== null && yearIsCertain && years.length > 0 && !near) {
    conflicts.push({ messageKey: 'sell.vin.conflict.year', values: { years: years.join(' / '), year: String(year) } });
  }
  return conflicts;
}

const isAmong = (makes: string[], make: string) => makes.some((each) => nameKey(each) === nameKey(make));
