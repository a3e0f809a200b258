import { expect, test } from 'vitest';
import { planImport } from './import-plan.ts';
import { matchListing, type OwnListing } from './match-listing.ts';
import { parseRow } from './row-to-car.ts';

const header = [
  'make',
  'model',
  'year',
  'price',
  'mileage',
  'fuel type',
  'engine size',
  'mileage2',
  'fuel type2',
  'engine size2',
  'vin',
  'colour',
  '驱动方式',
  'LHD/RHD',
  '车门数',
];
const plan = planImport({
  header,
  rows: [],
  mapping: { currency: 'USD', mileageUnit: 'mi' },
  offer: 'Sell',
  today: '2026-11-23',
});
const read = (cells: Partial<Record<string, string>>) =>
  parseRow(plan, {
    cells: header.map(
      (name) => cells[name] ?? { make: 'BYD', model: ' Seal', year: '2022', price: '20,000' }[name] ?? '',
    ),
  });

test('uses the first valid cell of several columns for a fact', () => {
  const shifted = read({
    mileage: '48,055',
    'fuel type': '31',
    'engine size': '£145',
    mileage2: '64.2',
    'fuel type2': 'Diesel',
    'engine size2': '2.1',
  });
  expect(shifted).toMatchObject({
    car: { model: 'Seal', mileage: { value: 48_055, unit: 'mi' }, fuelType: 'diesel', engine: 2100 },
    warnings: [],
  });
  expect(read({ 'fuel type': 'Petrol', 'engine size': '1.5', mileage2: '1,200' })).toMatchObject({
    car: { mileage: { value: 1200, unit: 'mi' }, fuelType: 'petrol', engine: 1500 },
    warnings: [],
  });
});

test.each([
  ['4WD', 'all', []],
  ['前驱', 'front', []],
  ['2WD', null, [{ column: '驱动方式', value: '2WD', reason: 'not a known drive' }]],
])('reads the drive %s as %j', (cell, drive, warnings) => {
  expect(read({ 驱动方式: cell })).toMatchObject({ car: { drive }, warnings });
});

test('reads steering side and doors, and warns of what is neither left nor right', () => {
  expect(read({ 'LHD/RHD': '左舵', 车门数: '5门' })).toMatchObject({
    car: { steering: 'left', doors: 5 },
    warnings: [],
  });
  expect(read({ 'LHD/RHD': 'RHD', 车门数: '2' })).toMatchObject({ car: { steering: 'right', doors: 2 }, warnings: [] });
  expect(read({ 'LHD/RHD': 'both' })).toMatchObject({
    car: { steering: null, doors: null },
    warnings: [{ column: 'LHD/RHD', reason: 'not a known side of the steering wheel' }],
  });
});

test("stops at 'Unknown', so that fuel consumption is not read as mileage", () => {
  expect(read({ mileage: 'Unknown', mileage2: '64' })).toMatchObject({
    car: { mileage: null },
    warnings: [{ column: 'mileage', value: 'Unknown', reason: 'the mileage is not a number' }],
  });
});

test('omits an invalid optional fact with a warning and rejects a row with an invalid required fact', () => {
  const unread = read({ 'fuel type': 'Other', 'engine size': '0', vin: 'ABC', colour: 'x'.repeat(41) });
  expect(unread).toMatchObject({ car: { fuelType: null, engine: null, vin: null, exteriorColor: null } });
  expect(unread.warnings.map(({ column }) => column).sort()).toEqual(['colour', 'engine size', 'fuel type', 'vin']);
  expect(read({ 'fuel type': 'Electric', 'engine size': '0' }).warnings).toEqual([]);
  expect(read({ year: '9999', price: '0', model: 'andere' })).toMatchObject({
    car: null,
    rejected: {
      column: 'model',
      value: 'andere',
      reason: "'andere' is not a model; the year is not between 1900 and 2027; the price is 0",
    },
  });
  expect(read({ price: '' })).toMatchObject({ rejected: { column: 'price', reason: 'price is missing' } });
});

test('rejects rows with a wrong number of cells or with invalid characters', () => {
  expect(parseRow(plan, { cells: ['BYD', 'Seal'], width: 2 })).toMatchObject({
    rejected: { reason: expect.stringContaining('2 cells but the header has 15') },
  });
  expect(read({ colour: 'a\0b' })).toMatchObject({ rejected: { reason: 'the row contains a NUL character' } });
  expect(read({ colour: 'a\ud800' })).toMatchObject({ rejected: { reason: expect.stringContaining('surrogate') } });
  expect(read({ colour: ' pearl\u200b\n white ' })).toMatchObject({ car: { exteriorColor: 'pearl white' } });
});

test('matches a listing by stock number, else by VIN', () => {
  const [a, b]: OwnListing[] = [
    { id: 1, stockNumber: 'A', vin: null, status: 'active', offer: 'Sell' },
    { id: 2, stockNumber: 'B', vin: 'V2', status: 'sold', offer: 'Sell' },
  ] as [OwnListing, OwnListing];
  const c: OwnListing = { id: 3, stockNumber: null, vin: 'V3', status: 'paused', offer: 'Rent' };
  const match = (stockNumber: string | null, vin: string | null, offer: 'Sell' | 'Rent' = 'Sell') =>
    matchListing(
      { stockNumber, vin, offer },
      {
        byStockNumber: new Map([
          ['A', a!],
          ['B', b!],
        ]),
        byVin: new Map([
          ['V2', b!],
          ['V3', c],
        ]),
      },
    );
  expect(match('N', 'N')).toEqual({ do: 'insert' });
  expect(match('A', 'V1')).toEqual({ do: 'update', id: 1 });
  expect(match(null, 'V3', 'Rent')).toEqual({ do: 'update', id: 3 });
  expect(match('C', 'V3', 'Rent')).toEqual({ do: 'update', id: 3 });
  expect(match('B', null)).toEqual({ do: 'leave' });
  expect(match('A', 'V2')).toMatchObject({ do: 'reject', reason: expect.stringContaining('stock number B') });
  expect(match('N', 'V2')).toMatchObject({ do: 'reject' });
  expect(match('B', 'V9')).toMatchObject({ do: 'reject', reason: expect.stringContaining('another VIN') });
  expect(match('A', null, 'Rent')).toMatchObject({ do: 'reject', reason: expect.stringContaining('offer Sell') });
});

const importPlan = (columns: string[]) =>
  planImport({
    header: ['make', 'model', 'price', 'fuel', ...columns],
    rows: [],
    mapping: { currency: 'USD', mileageUnit: 'km' },
    offer: 'Sell',
    today: '2026-11-23',
  });
const readFacts = (cells: Record<string, string>, fuel = 'electric') =>
  parseRow(importPlan(Object.keys(cells)), { cells: ['BYD', 'Seal', '20,000', fuel, ...Object.values(cells)] });

test('reads the facts that decide about import from Chinese columns', () => {
  const row = readFacts({
    年款: '2023年款',
    出厂日期: '2022年11月',
    首次上牌: '2023-02-10',
    上牌国家: '中国',
    排放标准: '国六b',
    '长*宽*高(mm)': '4800*1875*1460',
    '整备质量(kg)': '2055',
    '最大功率(kW)': '230',
    钥匙数量: '2把',
    电池容量: '82.5kWh',
    CLTC纯电续航里程: '700',
    'SOH(%)': '96%',
    SOH检测方式: '诊断仪',
    SOH检测日期: '2026-10-01',
    电池类型: '磷酸铁锂',
    充电接口: '国标',
    电池归属: '自有',
    车机语言: '中英文',
  });
  expect(row).toMatchObject({
    car: {
      year: 2023,
      productionMonth: '2022-11',
      firstRegistrationMonth: '2023-02',
      firstRegistrationCountry: 'CN',
      emission: 'china6',
      lengthMm: 4800,
      widthMm: 1875,
      heightMm: 1460,
      curbWeightKg: 2055,
      powerKw: 230,
      keys: 2,
      batteryKwh: 82.5,
      rangeKm: 700,
      rangeCycle: 'cltc',
      batteryHealth: 96,
      batteryHealthMethod: 'diagnostic',
      batteryHealthDate: '2026-10-01',
      batteryChemistry: 'lfp',
      chargePort: 'gbt',
      batteryOwnership: 'owned',
      displayLanguage: 'several',
    },
    warnings: [],
  });
});

test('reads the same facts from English columns', () => {
  const row = readFacts({
    'Model year': '2023',
    'Production date': '2022-11-03',
    'First registration': '02/2023',
    'Emission standard': 'Euro 6d',
    'Dimensions (LxWxH)': '4800x1875x1460',
    'Curb weight (kg)': '2,055',
    'Power (kW)': '230',
    'WLTP range (km)': '570',
    'Charging port': 'CCS2',
  });
  expect(row).toMatchObject({
    car: {
      productionMonth: '2022-11',
      firstRegistrationMonth: '2023-02',
      emission: 'euro6',
      lengthMm: 4800,
      curbWeightKg: 2055,
      powerKw: 230,
      rangeKm: 570,
      rangeCycle: 'wltp',
      chargePort: 'ccs2',
    },
    warnings: [],
  });
});

test('takes the year from the first registration if the sheet has no other year', () => {
  expect(readFacts({ 上牌时间: '2021-05' })).toMatchObject({
    car: { year: 2021, firstRegistrationMonth: '2021-05' },
    warnings: [],
  });
  expect(readFacts({ 上牌时间: '2021' })).toMatchObject({
    car: { year: 2021, firstRegistrationMonth: null },
    warnings: [],
  });
});

test('leaves out facts that contradict each other, with a warning', () => {
  expect(readFacts({ year: '2021', 出厂日期: '2018-03', 首次上牌: '2027-01' })).toMatchObject({
    car: { productionMonth: null, firstRegistrationMonth: null },
    warnings: [
      { column: '出厂日期', value: '2018-03', reason: 'is more than a year from the model year' },
      { column: '首次上牌', value: '2027-01', reason: 'is in the future' },
    ],
  });
  expect(readFacts({ year: '2021', 出厂日期: '2021-06', 首次上牌: '2021-05' })).toMatchObject({
    car: { productionMonth: '2021-06', firstRegistrationMonth: null },
    warnings: [{ column: '首次上牌', reason: 'is before the car was built' }],
  });
  expect(readFacts({ year: '2021', '电池容量(kWh)': '60' }, 'petrol')).toMatchObject({
    car: { batteryKwh: null },
    warnings: [{ column: '电池容量(kWh)', value: '60', reason: 'only electric and hybrid cars have this' }],
  });
});

test('reads horsepower from a column that names it, and 0 as not known', () => {
  expect(readFacts({ year: '2021', powerPS: '204' })).toMatchObject({ car: { powerKw: 150 }, warnings: [] });
  expect(readFacts({ year: '2021', powerPS: '0' })).toMatchObject({ car: { powerKw: null }, warnings: [] });
});

test('a power without a unit and an unknown standard are left out with a warning', () => {
  expect(readFacts({ year: '2021', Power: '150', Emissions: 'Tier 2' })).toMatchObject({
    car: { powerKw: null, emission: null },
    warnings: [
      { column: 'Emissions', reason: 'not a known emission standard' },
      { column: 'Power', reason: 'the power has no unit' },
    ],
  });
});
