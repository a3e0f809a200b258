import { expect, test } from 'vitest';
import { decodeVin, yearsOfCode } from './decode-vin.ts';

const decoded = (vin: string, thisYear = 2026) => {
  const { maker, country, years } = decodeVin(vin, thisYear);
  return { make: maker?.make, country, years };
};

test.each([
  ['LGXCE6CB0R0123456', 'BYD', 'CN', [2024]],
  ['LRW3F7FS8PC800001', 'Tesla', 'CN', [2023]],
  ['HESAE8EA3S0000900', 'smart', 'CN', [2025]],
  ['LVGBH40K48G010203', 'Toyota', 'CN', [2008]],
  ['2FTEF14H8TCA73155', 'Ford', 'CA', [1996]],
  ['1FTFW5L88TFA10526', 'Ford', 'US', [2026]],
  ['KM8K2CAB4PU001140', 'Hyundai', 'KR', [1993, 2023]],
  ['WVWZZZ1KZ6W612305', 'Volkswagen', 'DE', [2006]],
  ['W0L0ZCF6848022377', 'Opel', 'DE', [2004]],
  ['7A400000800000001', 'Toyota', 'NZ', []],
])('%s: %s, %s, %j', (vin, make, country, years) => {
  expect(decoded(vin)).toEqual({ make, country, years });
});

test('returns no make for a code that several makers share', () => {
  expect(decodeVin('LJ12EKR12H4012345', 2026).maker).toMatchObject({
    make: null,
    makes: expect.arrayContaining(['NIO', 'JAC']),
  });
  expect(decodeVin('LJD00000000000000', 2026).maker).toMatchObject({ make: 'Kia', makes: ['Kia', 'HiPhi'] });
});

test('identifies small makers (third character 9) by positions 12 to 14', () => {
  expect(decodeVin('LD9AAAAA0R0L3A001', 2026).maker?.name).toBe('SiTech');
  expect(decodeVin('LD9AAAAA0R0AAA001', 2026).maker).toBeNull();
  expect(decodeVin('HE9XR1C48PS083871', 2026)).toMatchObject({ maker: null, country: 'CN', years: [2023] });
});

test('returns null for an unknown maker or country', () => {
  expect(decodeVin('ZZZZZZ1KZ6W612305', 2026)).toMatchObject({ maker: null, country: 'SI' });
  expect(decodeVin('GVWZZZ1KZ6W612305', 2026)).toMatchObject({ maker: null, country: null });
});

test('maps a year code to years 30 years apart, up to the latest, and other characters to none', () => {
  expect(yearsOfCode('A', 2027)).toEqual([1980, 2010]);
  expect(yearsOfCode('T', 2027)).toEqual([1996, 2026]);
  expect(yearsOfCode('V', 2027)).toEqual([1997, 2027]);
  expect(yearsOfCode('W', 2027)).toEqual([1998]);
  expect(yearsOfCode('9', 2039)).toEqual([2009, 2039]);
  expect(yearsOfCode('A', 2040)).toEqual([1980, 2010, 2040]);
  for (const sign of ['', '0', 'U', 'Z', 'I', 'O', 'Q']) expect(yearsOfCode(sign, 2027), sign).toEqual([]);
});

test('accepts model years up to next year', () => {
  expect(decoded('WVWZZZ1KZVW612305').years).toEqual([1997, 2027]);
  expect(decoded('WVWZZZ1KZVW612305', 2025).years).toEqual([1997]);
});

test('position 7 decides the year of North American cars but not of trucks, and never excludes every year', () => {
  expect(decoded('5N1NJ01CXST000001').years).toEqual([1995]);
  expect(decoded('5N1NJ0ACXST000001').years).toEqual([2025]);
  expect(decoded('1XKAD49X9FJ458598').years).toEqual([1985, 2015]);
  expect(decoded('1FVACYDC39HAJ2405').years).toEqual([2009]);
  expect(decoded('1FTFW1EA091000001').years).toEqual([2009]);
});

test('returns no year for makers that encode it elsewhere, except for North American cars', () => {
  expect(decoded('WDB9061131N590143').years).toEqual([]);
  expect(decoded('VF14SRAP451234567').years).toEqual([]);
  expect(decoded('WBAVL1C5XFVY41004').years).toEqual([1985, 2015]);
});
