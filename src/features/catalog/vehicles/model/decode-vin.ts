import { catalog } from '#content/catalog/catalog.ts';
import { COUNTRY_RANGES } from '#content/vin/country-ranges.ts';
import type { VinMaker } from '#content/vin/maker.ts';
import { makerByCode } from '#content/vin/makers.ts';
import { YEAR_ELSEWHERE } from '#content/vin/year-elsewhere.ts';
import { nameKey } from './vehicle-name.ts';
import { checkDigit, vinRegion } from './vin.ts';

/** Facts encoded in a VIN. Server only, because the lookup tables are large. */
export type DecodedVin = {
  maker: VinMaker | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Possible model years, earliest first. */
  years: number[];
  /** Whether the maker must encode the model year, so that another year is a conflict. */
  yearIsCertain: boolean;
};

const ORDER = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890';

export function decodeVin(vin: string, thisYear: number): DecodedVin {
  const maker = makerOf(vin);
  const region = vinRegion(vin);
  const codeIsYear = region !== 'elsewhere' || !YEAR_ELSEWHERE.has(vin.slice(0, 3));
  const isForNorthAmerica = region !== 'china' && checkDigit(vin) === 'fits';
  const years = codeIsYear || isForNorthAmerica ? yearsOfCode(vin[9] ?? '', thisYear + 1) : [];
  return {
    maker,
    country: countryOf(vin),
    years: narrowed(years, vin, maker),
    yearIsCertain: region !== 'elsewhere' || (codeIsYear && isForNorthAmerica),
  };
}

function narrowed(years: number[], vin: string, maker: VinMaker | null): number[] {
  const region = vinRegion(vin);
  if (region === 'china') return chineseYears(years);
  const buildsCars = maker !== null && maker.makes.length > 0;
  return region === 'north-america' && buildsCars ? northAmericanYears(years, vin[6] ?? '') : years;
}

/** Small makers have 9 as third character and are identified by positions 12 to 14. */
function makerOf(vin: string): VinMaker | null {
  const code = vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
  return makerByCode.get(code) ?? null;
}

function countryOf(vin: string): string | null {
  const [first = '', second = ''] = vin;
  const place = ORDER.indexOf(second);
  const ranges = COUNTRY_RANGES[first]?.split(', ') ?? [];
  const range = ranges.find(([from = '', to = '']) => ORDER.indexOf(from) <= place && place <= ORDER.indexOf(to));
  return range?.slice(-2) ?? null;
}

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
const chineseYears = (years: number[]) => years.filter((year) => year >= FIRST_CHINESE_YEAR);

/**
 * On North American cars and light trucks, position 7 is a letter from 2010 on. Ignored if it would exclude every year.
 */
function northAmericanYears(years: number[], positionSeven: string): number[] {
  const isNew = /[A-Z]/.test(positionSeven);
  const chosen = years.filter((year) => year >= NEW_CYCLE === isNew);
  return chosen.length > 0 ? chosen : years;
}

const names = new Map(
  catalog.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [nameKey(each), name] as const)),
);

/** Returns the catalog name of a make, given any name or alias; null if it is unknown. */
export function catalogMake(typed: string): string | null {
  return names.get(nameKey(typed)) ?? null;
}
