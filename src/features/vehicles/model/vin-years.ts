const CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_YEAR = 1980;
const NEW_CYCLE = 2010;
const FIRST_CHINESE_YEAR = 1997;

/** Returns the model years of a code at position 10, 30 years apart, up to `latest`. */
export function yearsOfCode(code: string, latest: number): number[] {
  const index = code === '' ? -1 : CODES.indexOf(code);
  const years = [];
  for (let year = FIRST_YEAR + index; index >= 0 && year <= latest; year += CODES.length) years.push(year);
  return years;
}

/** China has used VINs since 1997. */
export const chineseYears = (years: number[]) => years.filter((year) => year >= FIRST_CHINESE_YEAR);

/**
 * On North American cars and light trucks, position 7 is a letter from 2010 on. Ignored if it would exclude every year.
 */
export function northAmericanYears(years: number[], positionSeven: string): number[] {
  const isNew = /[A-Z]/.test(positionSeven);
  const chosen = years.filter((year) => year >= NEW_CYCLE === isNew);
  return chosen.length > 0 ? chosen : years;
}
