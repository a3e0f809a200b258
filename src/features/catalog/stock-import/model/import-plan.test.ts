import { expect, test } from 'vitest';
import { planImport } from './import-plan.ts';
import { answersToKeep, withKept } from './kept-answers.ts';
import { type Mapping, readMapping } from './mapping-file.ts';

const plan = (header: string[], cells: string[][] = [], mapping: Mapping = {}) =>
  planImport({
    header,
    rows: cells.map((row, at) => ({ row: at + 2, cells: row })),
    mapping,
    offer: 'Sell',
    today: '2026-11-23',
  });

const columnsOf = (header: string[], mapping: Mapping) =>
  Object.fromEntries(
    [...plan(header, [], mapping).columns].map(([fact, columns]) => [fact, columns.map(({ index }) => index)]),
  );

test('finds facts and units in Chinese, German and English headers', () => {
  const chinese = plan(
    ['品牌', '车型', '年份', '里程(公里)', '价格（万元）', '变速箱', '燃料', '排量', '颜色', '车架号'],
    [],
    { rate: 0.14 },
  );
  expect([...chinese.columns.keys()]).toEqual([
    'make',
    'model',
    'year',
    'mileage',
    'price',
    'transmission',
    'fuelType',
    'engine',
    'exteriorColor',
    'vin',
  ]);
  expect(chinese.mileage).toEqual({ unit: 'km', times: 1 });
  expect(chinese.money).toMatchObject({ currency: 'CNY', times: 10_000, inCells: false });
  const german = plan(['Marke', 'Modell', 'Baujahr', 'Preis (€)', 'Kilometerstand', 'Hubraum (ccm)', 'Getriebe'], [], {
    rate: 1.1,
  });
  expect([german.money.currency, german.mileage.unit, german.engine]).toEqual(['EUR', 'km', 'cc']);
  const english = plan(['Brand', 'Model', 'yearOfRegistration', 'price_usd', 'Odometer (mi)', 'Stock No.', 'notes']);
  expect([english.money.currency, english.mileage.unit, english.unused.map(({ header }) => header)]).toEqual([
    'USD',
    'mi',
    ['notes'],
  ]);
});

test('tries numbered columns in order and reports other duplicates as ambiguous', () => {
  const header = ['make', 'model', 'year', 'price', 'mileage2', 'mileage'];
  const units: Mapping = { currency: 'USD', mileageUnit: 'mi' };
  expect(columnsOf(header, units)).toMatchObject({ mileage: [5, 4] });
  expect(() => plan([...header, 'price2'], [], units)).toThrow("'price' and 'price2' could each be the price");
  const doubtful = [...header, 'Selling Price'];
  expect(() => plan(doubtful, [], units)).toThrow("'price' and 'Selling Price' could each be the price");
  expect(columnsOf(doubtful, { ...units, columns: { price: 'Selling Price', mileage: null } })).toEqual({
    price: [6],
    make: [0],
    model: [1],
    year: [2],
  });
});

test('requests all missing declarations together instead of guessing', () => {
  const ask = (header: string[], sample: string[][], mapping?: Mapping) => {
    try {
      plan(header, sample, mapping);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const header = ['make', 'model', 'year', 'price', 'mileage'];
  const bare = ask(header, [['BYD', 'Seal', '2022', '20000', '15000']]);
  expect(bare).toContain('Add --currency');
  expect(bare).toContain('Add --mileage-unit km or --mileage-unit mi');
  expect(ask(header, [['', '', '', '$5,000', '1km']])).toContain('could mean USD, AUD');
  expect(ask(header, [['', '', '', '£5,000', '1km']])).toContain(
    'The prices are in GBP. What is 1 GBP in US dollars? Add --rate',
  );
  expect(
    ask(header, [
      ['', '', '', '£5,000', '1km'],
      ['', '', '', '€5,000', '1km'],
    ]),
  ).toContain('EUR, GBP');
  expect(ask(header, [['', '', '', '5,000', '1km']], { currency: 'USD', rate: 2 })).toContain('Remove --rate');
  expect(ask(['make', 'year', 'price_usd'], [])).toContain('No column was recognized as the model');
  expect(ask(['make', 'model', 'year', 'price_usd'], [], { constants: { make: 'BYD' } })).toContain(
    'Remove one of them',
  );
  expect(ask(['make', 'model', 'year', 'price_usd'], [], { currency: 'EUR', rate: 1 })).toContain(
    'is in USD, but EUR is declared',
  );
  expect(ask(['make', 'model', 'year', 'price_usd'], [], { columns: { vin: 'Chassis' } })).toContain(
    "names a column 'Chassis'",
  );
  expect(plan(header, [['', '', '', '£5,000', '10 mi']], { rate: 1.3 }).money).toMatchObject({
    currency: 'GBP',
    inCells: true,
  });
});

test('rejects a mapping file and names the invalid entry', () => {
  expect(readMapping('{"columns":{"price":["a","b"],"trim":null}}', 'm.json')).toEqual({
    columns: { price: ['a', 'b'], trim: null },
  });
  expect(() => readMapping('{"colums":{}}', 'm.json')).toThrow("unknown entry 'colums'");
  expect(() => readMapping('{"currency":"Dollars"}', 'm.json')).toThrow('currency must be a currency code');
  expect(() => readMapping('{"rate":-1}', 'm.json')).toThrow('rate must be above 0');
  expect(() => readMapping('{"columns":{"colour":"x"}}', 'm.json')).toThrow("columns has an unknown entry 'colour'");
  expect(() => readMapping('{', 'm.json')).toThrow('Invalid JSON in m.json');
});

test.each([
  ['French', 'Marque;Modèle;Année;Prix (USD);Kilométrage (km);Carburant;Boîte de vitesses;Couleur;Numéro de châssis'],
  ['Spanish', 'Marca;Modelo;Año;Precio (USD);Kilometraje (km);Combustible;Caja;Color;Bastidor'],
  ['Portuguese', 'Marca;Modelo;Ano;Preço (USD);Quilometragem (km);Combustível;Câmbio;Cor;Chassi'],
  ['Russian', 'Марка;Модель;Год выпуска;Цена (USD);Пробег (км);Топливо;КПП;Цвет;ВИН'],
  ['Arabic', 'الماركة;الطراز;سنة الصنع;السعر USD;المسافة (كم);نوع الوقود;ناقل الحركة;اللون;رقم الهيكل'],
  ['Japanese', 'メーカー;車名;年式;価格(USD);走行距離(km);燃料;ミッション;色;車台番号'],
])('finds facts and units in %s headers', (_, header) => {
  const found = plan(header.split(';'));
  const facts = ['make', 'model', 'year', 'price', 'mileage', 'fuelType', 'transmission', 'exteriorColor', 'vin'];
  expect([...found.columns.keys()]).toEqual(facts);
  expect([found.money.currency, found.mileage.unit]).toEqual(['USD', 'km']);
});

test('keeps no rates and no facts of one file', () => {
  expect(answersToKeep({ currency: 'CNY', rate: 0.14, rates: { EUR: 1.1 }, constants: { make: 'BYD' } })).toEqual({
    currency: 'CNY',
  });
});

test('what was said now wins, column by column', () => {
  const kept = { currency: 'CNY', mileageUnit: 'km', columns: { price: 'FOB', trim: null } } as const;
  const given = { currency: 'USD', columns: { price: 'CIF', mileage: 'km' } } as const;
  expect(withKept(kept, given)).toEqual({
    currency: 'USD',
    mileageUnit: 'km',
    columns: { price: 'CIF', trim: null, mileage: 'km' },
  });
  expect(withKept({ currency: 'CNY' }, {})).toEqual({ currency: 'CNY' });
});

test('only what was said now counts if both together are too long to be stored', () => {
  const long = (word: string) => ({
    [word]: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}${'a'.repeat(900)}`, 'x'])),
  });
  const kept = { values: long('fuelType'), columns: { price: 'FOB' } };
  const given = { constants: { make: 'BYD' }, columns: { make: Array(20).fill('m'.repeat(900)) } };
  expect(withKept(kept, given)).toEqual(given);
});
