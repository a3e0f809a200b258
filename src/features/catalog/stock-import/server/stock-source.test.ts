import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { projectFile } from '#lib/server/project-root.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { planImport } from '../model/import-plan.ts';
import type { Mapping } from '../model/mapping-file.ts';
import { OpenQuestions, type Question } from '../model/question.ts';
import { parseRow } from '../model/row-to-car.ts';
import { readStock } from './stock-source.ts';

const opened = (content: string | Buffer, mapping: Mapping = {}) => {
  const source = readStock(Buffer.from(content), mapping);
  const plan = planImport({
    header: source.table.header,
    rows: source.table.body,
    mapping,
    offer: 'Sell',
    today: '2026-11-29',
    namesMake: (model) => /^(?:BYD|丰田)/.test(model),
  });
  return { source, plan, cars: source.table.body.map((row) => parseRow(plan, row)) };
};

const questionsOf = (content: string | Buffer, mapping: Mapping = {}): Question[] => {
  try {
    opened(content, mapping);
    return [];
  } catch (error) {
    if (error instanceof OpenQuestions) return error.questions;
    throw error;
  }
};

const carsOf = (content: string | Buffer, mapping: Mapping = {}) =>
  opened(content, mapping).cars.map(({ car }) => car && [car.priceCents / 100, car.mileage?.value, car.mileage?.unit]);

/** A sheet of cars with one more column. */
const withColumn = (header: string, cells: string[]) =>
  [`Make;Model;Year;Price USD;${header}`, ...cells.map((cell) => `BYD;Seal;2022;18500;${cell}`)].join('\n');

const book = (sheets: Record<string, unknown[][]>, hidden: string[] = []) => {
  const all = utils.book_new();
  for (const [name, cells] of Object.entries(sheets)) utils.book_append_sheet(all, utils.aoa_to_sheet(cells), name);
  all.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) };
  return write(all, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

describe('headers', () => {
  test.each([
    [
      'a title and notes above',
      'Stock of Lane Motors,,,,\n\nUpdated 20 Nov,,,,\nMake,Model,Year,Price USD,km\nBYD,Seal,2022,18500,62000\n',
    ],
    ['a line that names the separator', 'sep=;\nMake;Model;Year;Price USD;km\nBYD;Seal;2022;18500;62000\n'],
    ['a row of units', 'Make,Model,Year,Price,Mileage\n,,,USD,km\nBYD,Seal,2022,18500,62000\n'],
    ['a row of Chinese units', '品牌,车型,年份,价格,里程\n,,年,美元,万公里\nBYD,Seal,2022,18500,6.2\n'],
    ['units in parentheses', 'Make,Model,Year,Price,Mileage\n,,,(USD),(km)\nBYD,Seal,2022,18500,62000\n'],
    ['two rows of names', 'Car,,,Sale,\nMake,Model,Year,Price USD,Mileage km\nBYD,Seal,2022,18500,62000\n'],
    ['groups above names', ',,Facts,,Price,Mileage\nMake,Model,Year,Color,USD,km\nBYD,Seal,2022,red,18500,62000\n'],
    [
      'UTF-16 without a mark',
      Buffer.from('Make\tModel\tYear\tPrice USD\tkm\nBYD\tSeal\t2022\t18500\t62000\n', 'utf16le'),
    ],
    ['protected cells', 'Make,Model,Year,Price USD,km\nBYD,Seal,2022,"=""18500""",\'62000\n'],
  ])('are found: %s', (_, content) => {
    expect(carsOf(content)).toEqual([[18_500, 62_000, 'km']]);
  });

  test('have letters if no row names the columns, and are asked about', () => {
    const questions = questionsOf('BYD,Seal,2022,18500\nBYD,Han,2023,28500\n');
    expect(questions.map(({ about, fact }) => [about, fact])).toEqual([
      ['column', 'make'],
      ['column', 'model'],
      ['column', 'year'],
      ['column', 'price'],
    ]);
    const columns = { make: 'A', model: 'B', year: 'C', price: 'D' };
    expect(carsOf('BYD,Seal,2022,18500\nBYD,Han,2023,28500\n', { columns, currency: 'USD' })).toHaveLength(2);
  });

  test('that only the mapping names are found below a title', () => {
    const content = 'List of November;;;\nMerkki;Malli;Vuosi;Hinta\nBYD;Seal;2022;18500\n';
    const columns = { make: 'Merkki', model: 'Malli', year: 'Vuosi', price: 'Hinta' };
    expect(carsOf(content, { columns, currency: 'USD' })).toEqual([[18_500, undefined, undefined]]);
  });
});

describe('rows', () => {
  test('are rejected as shifted with fewer cells than the header in a text, and with a cell beyond it', () => {
    const { cars } = opened(
      'Make,Model,Year,Price USD,km\nBYD,Seal,2022,18500\nBYD,Seal,2022,18500,,,\nBYD,Seal,2022,1,2,3\n',
    );
    expect(cars.map((row) => (row.car ? 'read' : row.rejected.reason))).toEqual([
      'the row has 4 cells but the header has 5, so its columns are shifted',
      'read',
      'the row has 6 cells but the header has 5, so its columns are shifted',
    ]);
  });

  test('of a workbook have no end that could be missing', () => {
    const cells = [
      ['Make', 'Model', 'Year', 'Price USD', 'km'],
      ['BYD', 'Seal', 2022, 18_500.5],
    ];
    expect(carsOf(book({ Stock: cells }))).toEqual([[18_500.5, undefined, undefined]]);
  });
});

describe('units and currencies', () => {
  const header = 'Make;Model;Year;Price;Mileage';
  test.each([
    [
      'each row names its own',
      `${header}\nBYD;Seal;2022;12,500 USD;62,000 km\nBYD;Seal;2022;€9.900;38,500 miles\n`,
      { rates: { EUR: 1.1 } },
      [
        [12_500, 62_000, 'km'],
        [10_890, 38_500, 'mi'],
      ],
    ],
    [
      'columns name them',
      'Make;Model;Year;Price;Currency;Mileage;Mileage unit\nBYD;Seal;2022;100,000;CNY;6.2万;km\nBYD;Seal;2022;$9,000;USD;40000;mi\n',
      { rate: 0.14 },
      [
        [14_000, 62_000, 'km'],
        [9_000, 40_000, 'mi'],
      ],
    ],
    [
      'lakh and thousands',
      `${header}\nBYD;Seal;2022;USD 1,25,000;62k km\nBYD;Seal;2022;USD 9.9k;62000 km\n`,
      {},
      [
        [125_000, 62_000, 'km'],
        [9_900, 62_000, 'km'],
      ],
    ],
    [
      'decimal commas',
      `${header}\nBYD;Seal;2022;USD 12.500,50;62.000 km\nBYD;Seal;2022;USD 9.900;8.000 km\n`,
      {},
      [
        [12_500.5, 62_000, 'km'],
        [9_900, 8_000, 'km'],
      ],
    ],
    ['Arabic digits', `${header}\nBYD;Seal;2022;١٢٬٥٠٠ USD;٦٢٠٠٠ km\n`, {}, [[12_500, 62_000, 'km']]],
    [
      'full-width digits',
      `${header}\nBYD;Seal;２０２２;１２５００元;６.２万公里\n`,
      { rate: 0.2 },
      [[2_500, 62_000, 'km']],
    ],
  ] as [string, string, Mapping, unknown[]][])('are read: %s', (_, content, mapping, cars) => {
    expect(carsOf(content, mapping)).toEqual(cars);
  });

  test.each([
    ['the currency', `${header}\nBYD;Seal;2022;12500;62000 km\n`, {}, 'currency', { currency: 'USD' }],
    ['what a dollar sign means', `${header}\nBYD;Seal;2022;$12500;62000 km\n`, {}, 'currency', { currency: 'USD' }],
    ['the unit of the mileage', `${header}\nBYD;Seal;2022;USD 12500;62000\n`, {}, 'mileageUnit', { mileageUnit: 'km' }],
    [
      'each rate',
      `${header}\nBYD;Seal;2022;€12500;6 km\nBYD;Seal;2022;£12500;6 km\n`,
      { rates: { EUR: 1.1 } },
      'rate',
      { rates: { EUR: 1.1, GBP: 1.3 } },
    ],
  ] as [string, string, Mapping, Question['about'], Mapping][])(
    'are asked about once: %s',
    (_, content, mapping, about, answer) => {
      expect(questionsOf(content, mapping).map((question) => question.about)).toEqual([about]);
      expect(questionsOf(content, answer)).toEqual([]);
    },
  );
});

describe('dates', () => {
  const monthsOf = (cells: string[], mapping: Mapping = {}) =>
    opened(withColumn('First registration', cells), mapping).cars.map(({ car }) => car?.firstRegistrationMonth ?? null);

  test('of one column that could be of two orders are asked about', () => {
    const cells = ['03/04/2022', '05/06/2022'];
    const [question] = questionsOf(withColumn('First registration', cells));
    expect(question).toMatchObject({ about: 'dateOrder', columns: ['First registration'], examples: cells });
    expect(monthsOf(cells, { dateOrder: 'DMY' })).toEqual(['2022-04', '2022-06']);
    expect(monthsOf(cells, { dateOrder: 'MDY' })).toEqual(['2022-03', '2022-05']);
  });

  test('are decided by the whole column', () => {
    expect(monthsOf(['03/04/2022', '25/06/2022'])).toEqual(['2022-04', '2022-06']);
    expect(monthsOf(['03/04/2022', '06/25/2022'])).toEqual(['2022-03', '2022-06']);
    expect(monthsOf(['03/22', '11/12', '01/09'])).toEqual(['2022-03', '2012-11', '2009-01']);
    expect(monthsOf(['03.04.2022', '5.6.22'])).toEqual(['2022-04', '2022-06']);
  });

  test('that contradict their column are left out, and one open date among clear ones too', () => {
    expect(monthsOf(['13/04/2022', '04/13/2022', '03/04/2022', ...Array<string>(9).fill('2022-01')])).toEqual([
      '2022-04',
      '2022-04',
      null,
      ...Array<string>(9).fill('2022-01'),
    ]);
  });

  test.each([
    ['mars 2022', '2022-03'],
    ['März 2022', '2022-03'],
    ['março/2022', '2022-03'],
    ['15 марта 2022', '2022-03'],
    ['15 مارس 2022', '2022-03'],
    ['Mar-22', '2022-03'],
    ['44635', '2022-03'],
    ['2022年3月', '2022-03'],
    ['２０２２．０３', '2022-03'],
  ])('are read in many forms: %s', (cell, month) => {
    expect(monthsOf([cell])).toEqual([month]);
  });

  test.each([
    ['Buddhist', ['15/03/2565', '2565-04'], ['2022-03', '2022-04']],
    ['Japanese', ['R4/3', '令和4年4月1日'], ['2022-03', '2022-04']],
    ['of Taiwan', ['民國111年3月', '民國111年4月'], ['2022-03', '2022-04']],
  ])('of the calendar %s are named and asked about', (_, cells, months) => {
    const sheet = withColumn('First registration', cells);
    expect(questionsOf(sheet)).toMatchObject([{ about: 'calendar', examples: cells }]);
    expect(monthsOf(cells, { calendar: 'convert' })).toEqual(months);
    const { cars } = opened(sheet, { calendar: 'leave-out' });
    expect(cars.map(({ warnings }) => warnings[0]?.reason)).toEqual(
      cells.map((cell) => expect.stringContaining(`'${cell}' is a date of the`)),
    );
  });

  test('of workbooks are days, serials or numbers whose last zero may be missing', () => {
    const cells = [
      ['Make', 'Model', 'Year', 'Price USD', 'First registration'],
      ['BYD', 'Seal', 2022, 18_500, new Date(Date.UTC(2022, 2, 15))],
      ['BYD', 'Seal', 2022, 18_500, 44_635],
      ['BYD', 'Seal', 2022, 18_500, 2022.1],
    ];
    const { cars } = opened(book({ Stock: cells }));
    expect(cars.map(({ car }) => car?.firstRegistrationMonth)).toEqual(['2022-03', '2022-03', null]);
    expect(cars[2]?.warnings).toMatchObject([{ reason: 'January or October: the last zero may be missing' }]);
  });
});

test('asks whether empty makes are those of the row above, and reads makes and years inside the model', () => {
  const merged = 'Make,Model,Year,Price USD\nBYD,Seal,2022,18500\n,Han,2023,28500\n,Tang,2023,29500\n';
  expect(questionsOf(merged)).toMatchObject([{ about: 'fillDown', fact: 'make', choices: ['make', 'none'] }]);
  expect(opened(merged, { fillDown: ['make'] }).plan.fillDown).toEqual(['make']);
  const { plan, cars } = opened('车型,价格(美元)\n丰田卡罗拉 2019款 1.2T,9900\n丰田雷凌 2020款,8900\n');
  expect(plan).toMatchObject({ isMakeInModel: true, isYearInModel: true });
  expect(cars.map(({ car }) => [car?.model, car?.year])).toEqual([
    ['丰田卡罗拉 2019款 1.2T', 2019],
    ['丰田雷凌 2020款', 2020],
  ]);
});

test.each([
  ['Photos', 'https://pics.example.test/1a|https://pics.example.test/1b'],
  ['图片', 'http://pics.example.test/1'],
  ['Image 2', 'https://pics.example.test/2'],
  ['Media', '1a.jpg, 1b.jpg'],
])('asks before it imports cars without the photos in the column %s', (header, cell) => {
  const sheet = `Make,Model,Year,Price USD,${header}\nBYD,Seal,2022,18500,"${cell}"\nBYD,Han,2023,28500,\n`;
  expect(questionsOf(sheet)).toMatchObject([
    { about: 'photos', columns: [header], examples: [cell], choices: ['leave-out'] },
  ]);
  expect(opened(sheet, { photos: 'leave-out' }).cars.map(({ car }) => car?.model)).toEqual(['Seal', 'Han']);
});

test.each([
  ['Photos', '12'],
  ['Photos', ''],
  ['Website', 'https://dealer.example.test/cars/1'],
])('does not ask about photos if the column %s has %j', (header, cell) => {
  expect(questionsOf(`Make,Model,Year,Price USD,${header}\nBYD,Seal,2022,18500,${cell}\n`)).toEqual([]);
});

test('reads whole names of cars as models if there is no other column', () => {
  const { plan, cars } = opened('Ref,Vehicle,Price (HK$)\n1,2022 BYD Seal,99000\n2,2023 BYD Han,99000\n', {
    rate: 0.128,
    constants: { make: 'BYD' },
  });
  expect(plan.isYearInModel).toBe(true);
  expect(cars.map(({ car }) => [car?.model, car?.year, car?.priceCents])).toEqual([
    ['2022 BYD Seal', 2022, 1_267_200],
    ['2023 BYD Han', 2023, 1_267_200],
  ]);
  const both = opened('Vehicle,Make,Model,Year,Price USD\nx,BYD,Seal,2022,18500\n');
  expect(both.cars[0]?.car?.model).toBe('Seal');
});

test('a declared currency is that of cells that name none, unless the header names one', () => {
  const rows = 'BYD;Seal;2022;¥100000\nBYD;Seal;2022;USD 9000\nBYD;Seal;2022;100000\n';
  const mapping: Mapping = { currency: 'CNY', rate: 0.14 };
  expect(carsOf(`Make;Model;Year;Price\n${rows}`, mapping).map((car) => car?.[0])).toEqual([14_000, 9_000, 14_000]);
  expect(carsOf(`Make;Model;Year;Price CNY\n${rows}`, mapping).map((car) => car?.[0])).toEqual([
    14_000,
    undefined,
    14_000,
  ]);
});

describe('workbooks', () => {
  const cars = (make: string) => [
    ['Make', 'Model', 'Year', 'Price USD'],
    [make, 'Seal', 2022, 18_500],
  ];

  test('with several sheets of cars are asked about', () => {
    const file = book({ North: cars('BYD'), South: cars('Toyota'), Notes: [['Call us']], Old: cars('Ford') }, ['Old']);
    expect(questionsOf(file)).toMatchObject([{ about: 'sheet', choices: ['North', 'South'] }]);
    const { source, cars: read } = opened(file, { sheet: 'South' });
    expect(read[0]?.car?.make).toBe('Toyota');
    expect(source.reading.workbook).toMatchObject({ otherSheets: ['North', 'Notes'], hiddenSheets: ['Old'] });
  });

  test('with one sheet of cars are read', () => {
    expect(carsOf(book({ Notes: [['Call us'], ['today']], Stock: cars('BYD') }))).toEqual([
      [18_500, undefined, undefined],
    ]);
  });
});

test('asks about the encoding of a file that could be read in several', () => {
  const bytes = Buffer.concat([
    Buffer.from('Make,Model,Year,Price USD\nBYD,Seal '),
    Buffer.from([0xe9]),
    Buffer.from(',2022,18500\n'),
  ]);
  const [question] = questionsOf(bytes);
  expect(question).toMatchObject({
    about: 'encoding',
    choices: expect.arrayContaining(['windows-1252', 'windows-1251']),
  });
  expect(opened(bytes, { encoding: 'windows-1252' }).cars[0]?.car?.model).toBe('Seal é');
});

test.each([
  ['', 'The file has no columns, because it is empty.'],
  ['just words\nand more\n', 'The file has no columns. Separate cells with commas, semicolons, tabs or |.'],
  ['<html><table><tr><td>a,b</td></tr></table></html>', 'The file is a web page'],
  ['%PDF-1.7\na,b', 'The file is a PDF'],
  ['a,b\n1,"2\n3,4\n', 'A quotation mark in the file is never closed.'],
  [':20:STARTUMS\n:25:123\n:60F:C261101USD1,00\n:61:2611020000C1,00NTRF\n', 'The file is a bank statement (MT940)'],
])('refuses %j in one sentence', (content, sentence) => {
  expect(() => readStock(Buffer.from(content), {})).toThrow(sentence);
});

// The time of the processor, because other tests run at the same time.
/** What `npm run import` passes to Node, which keeps its memory small. */
function flagsOfImport(): string[] {
  const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { scripts: { import: string } };
  return scripts.import.split(' ').filter((word) => word.startsWith('--'));
}

test('reads and checks 20,000 rows of 60 columns in 10 seconds, with at most 200 MB for the whole process', async () => {
  const path = join(await scratchFolder(), 'large.csv');
  const header = 'Stock No,Make,Model,Year,Price USD,Mileage (km),Fuel,Gearbox,Colour,First registration';
  const more = Array.from({ length: 50 }, (_, at) => `Extra ${at}`);
  const row = (at: number) =>
    [`S${at},BYD,Seal,2022,${18_000 + at},${at * 3},electric,automatic,White,2022-03-15`]
      .concat(more.map((_, place) => (place % 3 === 0 ? `Text ${place} ${at % 97}` : String((at * place) % 9_973))))
      .join(',');
  writeFileSync(path, [[header, ...more].join(','), ...Array.from({ length: 20_000 }, (_, at) => row(at))].join('\n'));
  const module = (name: string) => JSON.stringify(projectFile(`src/features/catalog/stock-import/${name}`));
  const script = `
    import { readFileSync } from 'node:fs';
    import { planImport } from ${module('model/import-plan.ts')};
    import { parseRow } from ${module('model/row-to-car.ts')};
    import { readStock } from ${module('server/stock-source.ts')};
    const start = process.cpuUsage();
    const { table } = readStock(readFileSync(${JSON.stringify(path)}), {});
    const plan = planImport({ header: table.header, rows: table.body, mapping: {}, offer: 'Sell', today: '2026-11-29' });
    const cars = table.body.filter((row) => parseRow(plan, row).car !== null).length;
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    console.log(JSON.stringify({ cars, ms, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  const output = execFileSync(
    process.execPath,
    [...flagsOfImport(), '--input-type=module-typescript', '--eval', script],
    { cwd: projectFile('.'), encoding: 'utf8' },
  );
  const { cars, ms, megabytes } = JSON.parse(output) as Record<string, number>;
  expect(cars).toBe(20_000);
  expect(ms).toBeLessThan(10_000);
  expect(megabytes).toBeLessThan(200);
}, 60_000);
