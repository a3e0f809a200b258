import { expect, test } from 'vitest';
import { catalog } from '#content/catalog/catalog.ts';
import type { Narrowing } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { readingsOf } from './resolve-query.ts';
import { buildVocabulary, type Vocabulary, wordKey } from './vocabulary.ts';
import { WORD_LISTS, wordsOf } from './words/word-lists.ts';

const makes = catalog.map(({ name, aliases }, index) => ({ id: index + 1, name, aliases }));
const models = catalog
  .flatMap((make, index) => make.models.map((model) => ({ ...model, makeId: index + 1 })))
  .map(({ name, aliases, makeId }, index) => ({ id: index + 1, makeId, name, aliases }));
const vocabulary = buildVocabulary(makes, models);

function nameOf(key: number): string {
  if (key > 0) return makes[key - 1]!.name;
  const model = models[-key - 1]!;
  return `${makes[model.makeId - 1]!.name} ${model.name}`;
}

/** What a search is read as: names of the best rank, and criteria. */
function read(query: string, known: Vocabulary = vocabulary) {
  const [reading] = readingsOf(query, known, 2027, new Set());
  const { vehicleRanks, excludedVehicles, understood: _understood, dropped: _dropped, ...criteria } = reading!;
  return {
    ...criteria,
    ...(vehicleRanks && { cars: vehicleRanks[0]?.map(nameOf).sort() ?? [] }),
    ...(excludedVehicles && { notCars: excludedVehicles.map(nameOf).sort() }),
  };
}

test.each([
  ['豐田卡羅拉', 'Toyota Corolla'],
  ['豐田 卡羅拉', 'Toyota Corolla'],
  ['Бид Сил', 'BYD Seal'],
  ['camrys', 'Toyota Camry'],
  ['Toyota corollas', 'Toyota Corolla'],
  ['land cruisers', 'Toyota Land Cruiser'],
  ['priuses', 'Toyota Prius'],
])('reads %s as %s', (query, car) => {
  expect(read(query)).toEqual({ cars: [car] });
});

test('a text of a seller does not change what a Chinese name means', () => {
  const [reading] = readingsOf('丰田卡罗拉', vocabulary, 2027, new Set(['丰田卡罗拉']));
  expect(reading!.vehicleRanks?.[0]?.map(nameOf)).toEqual(['Toyota Corolla']);
});

test.each([
  ['Toyota', '丰田', 'تويوتا', 'тойота', 'टोयोटा'],
  ['Honda', '本田', 'هوندا', 'хонда', 'होंडा'],
  ['Nissan', '日产', 'نيسان', 'ниссан', 'निसान'],
  ['Hyundai', '现代', 'هيونداي', 'хендай', 'हुंडई'],
  ['Kia', '起亚', 'كيا', 'киа', 'किआ'],
  ['Volkswagen', '大众', 'فولكس واجن', 'фольксваген', 'फॉक्सवैगन'],
  ['Mercedes-Benz', '奔驰', 'مرسيدس', 'мерседес', 'मर्सिडीज'],
  ['BMW', '宝马', 'بي ام دبليو', 'бмв', 'बीएमडब्ल्यू'],
  ['Audi', '奥迪', 'أودي', 'ауди', 'ऑडी'],
  ['BYD', '比亚迪', 'بي واي دي', 'бивайди', 'बीवाईडी'],
  ['Geely', '吉利', 'جيلي', 'джили', 'जीली'],
  ['Chery', '奇瑞', 'شيري', 'чери', 'चेरी'],
  ['Haval', '哈弗', 'هافال', 'хавал', 'हवल'],
  ['Changan', '长安', 'شانجان', 'чанган', 'चांगान'],
  ['Hongqi', '红旗', 'هونشي', 'хунци', 'होंगची'],
  ['GWM', '长城', 'جريت وول', 'грейт волл', 'ग्रेट वॉल'],
  ['Lexus', '雷克萨斯', 'لكزس', 'лексус', 'लेक्सस'],
  ['Mazda', '马自达', 'مازدا', 'мазда', 'माजदा'],
  ['Tesla', '特斯拉', 'تسلا', 'тесла', 'टेस्ला'],
  ['Exeed', '星途', 'اكسيد', 'эксид'],
  ['Omoda', '欧萌达', 'أومودا', 'омода'],
  ['Zeekr', '极氪', 'زيكر', 'зикр'],
  ['Li Auto', '理想', 'لي اوتو', 'лисян'],
  ['Jetour', '捷途', 'جيتور', 'джетур'],
  ['Toyota', '豐田', '豊田', 'トヨタ', '도요타', 'Τογιότα', 'ΤΟΓΙΟΤΑ', 'โตโยต้า'],
  ['BYD', '比亞迪', '비야디', 'บีวายดี'],
])('finds %s in every script', (make, ...words) => {
  for (const word of [make, ...words]) expect(read(word), word).toEqual({ cars: [make] });
});

test.each([
  ['Toyota Corolla', '卡罗拉', 'كورولا', 'королла', 'कोरोला'],
  ['Toyota Camry', '凯美瑞', 'كامري', 'камри', 'कैमरी'],
  ['Toyota Land Cruiser', '兰德酷路泽', 'لاند كروزر', 'ленд крузер', 'लैंड क्रूजर'],
  ['Toyota Hilux', '海拉克斯', 'هايلكس', 'хайлюкс', 'हिलक्स'],
  ['Toyota RAV4', '荣放', 'راف فور', 'рав 4', 'рав4'],
  ['Toyota Fortuner', 'فورتشنر', 'фортунер', 'फॉर्च्यूनर'],
  ['Nissan X-Trail', '奇骏', 'اكس تريل', 'икстрейл', 'х-трейл'],
  ['Nissan Patrol', '途乐', 'باترول', 'патрол'],
  ['Hyundai Tucson', '途胜', 'توسان', 'туссан'],
  ['Kia Sportage', 'سبورتاج', 'спортейдж', 'स्पोर्टेज'],
  ['Volkswagen Golf', '高尔夫', 'جولف', 'гольф', 'गोल्फ'],
  ['Volkswagen Tiguan', '途观', 'تيجوان', 'тигуан'],
  ['Geely Coolray', '缤越', 'كولراي', 'кулрей'],
  ['Haval Jolion', '初恋', 'جوليون', 'джолион'],
  ['BYD Dolphin', '海豚', 'دولفين', 'дельфин'],
  ['BYD Seal', '海豹', 'Бид Сил', 'бюд сил'],
  ['Haval H6', 'haval h6', 'Great Wall Haval H6', 'great wall haval h6'],
])('finds %s in every script', (model, ...words) => {
  for (const word of words) expect(read(word), word).toEqual({ cars: [model] });
});

test.each<[query: string, criteria: Narrowing & { cars?: string[]; notCars?: string[] }]>([
  ['electric suv', { fuelType: ['electric'], carType: ['suv'] }],
  ['phev', { fuelType: ['hybrid'] }],
  ['AWD', { drive: ['all'] }],
  ['4WD', { drive: ['all'] }],
  ['4x4 pickup', { drive: ['all'], carType: ['truck'] }],
  ['front wheel drive', { drive: ['front'] }],
  ['2wd', { drive: ['front', 'rear'] }],
  ['LHD', { steering: ['left'] }],
  ['right-hand drive', { steering: ['right'] }],
  ['Euro 5', { emission: ['euro5'] }],
  ['euro6 diesel', { emission: ['euro6'], fuelType: ['diesel'] }],
  ['Euro-4 or Euro V', { emission: ['euro4', 'euro5'] }],
  ['China 6 SUV', { emission: ['china6'], carType: ['suv'] }],
  ['white or black sedan', { color: ['white', 'black'], carType: ['sedan'] }],
  ['grey', { color: ['gray'] }],
  ['excellent condition', { condition: ['Excellent'] }],
  ['good condition', { condition: ['Excellent', 'Good'] }],
  ['certified', { certified: true }],
  ['cheap used cars', {}],
  ['seven seater', { seats: [7] }],
  ['7 seater or 5 seater', { seats: [7, 5] }],
  ['5 door hatchback', { doors: [5], carType: ['hatchback'] }],
  ['buy a corolla', { cars: ['Toyota Corolla'] }],
  ['2018 2020', { year: { min: 2018, max: 2020 } }],
  ['corolla under 10000 2019+', { cars: ['Toyota Corolla'], priceCents: { max: 1_000_000 }, year: { min: 2019 } }],
  ['混动', { fuelType: ['hybrid'] }],
  ['电动SUV', { fuelType: ['electric'], carType: ['suv'] }],
  ['纯电动', { fuelType: ['electric'] }],
  ['自动挡白色轿车', { transmission: ['automatic'], color: ['white'], carType: ['sedan'] }],
  ['手动档柴油皮卡', { transmission: ['manual'], fuelType: ['diesel'], carType: ['truck'] }],
  ['国六右舵', { emission: ['china6'], steering: ['right'] }],
  ['国5', { emission: ['china5'] }],
  ['欧五', { emission: ['euro5'] }],
  ['右舵', { steering: ['right'] }],
  ['左舵四驱', { steering: ['left'], drive: ['all'] }],
  ['7座', { seats: [7] }],
  ['五门', { doors: [5] }],
  ['官方认证', { certified: true }],
  ['便宜的二手车', {}],
  ['丰田或本田', { cars: ['Honda', 'Toyota'] }],
  ['比亚迪海豹2022年', { cars: ['BYD Seal'], year: { min: 2022, max: 2022 } }],
  ['سيارة كهربائية', { fuelType: ['electric'] }],
  ['السيارات الكهربائية', { fuelType: ['electric'] }],
  ['سيارات هجينة اوتوماتيك', { fuelType: ['hybrid'], transmission: ['automatic'] }],
  ['ديزل يدوي بيك اب', { fuelType: ['diesel'], transmission: ['manual'], carType: ['truck'] }],
  ['سيدان بيضاء', { carType: ['sedan'], color: ['white'] }],
  ['تويوتا كورولا أقل من ١٠٠٠٠', { cars: ['Toyota Corolla'], priceCents: { max: 1_000_000 } }],
  ['کورولا ۲۰۲۰', { cars: ['Toyota Corolla'], year: { min: 2020, max: 2020 } }],
  ['электромобиль', { fuelType: ['electric'] }],
  ['белый внедорожник автомат', { color: ['white'], carType: ['suv'], transmission: ['automatic'] }],
  ['дизельный универсал на механике', { fuelType: ['diesel'], carType: ['wagon'], transmission: ['manual'] }],
  ['евро 5', { emission: ['euro5'] }],
  ['дизель евро-4', { fuelType: ['diesel'], emission: ['euro4'] }],
  ['правый руль', { steering: ['right'] }],
  ['недорогой пикап', { carType: ['truck'] }],
  ['тойота или хонда', { cars: ['Honda', 'Toyota'] }],
  ['يورو 5 ديزل', { emission: ['euro5'], fuelType: ['diesel'] }],
  ['यूरो 6', { emission: ['euro6'] }],
  ['इलेक्ट्रिक कार', { fuelType: ['electric'] }],
  ['toyota -corolla', { cars: ['Toyota'], notCars: ['Toyota Corolla'] }],
  ['toyota -"land cruiser"', { cars: ['Toyota'], notCars: ['Toyota Land Cruiser'] }],
  ['toyota -land cruiser', { cars: ['Toyota'], notCars: ['Toyota Land Cruiser'] }],
  ['suv -toyota', { carType: ['suv'], notCars: ['Toyota'] }],
  ['corolla -white', { cars: ['Toyota Corolla'], excludedValues: [{ filter: 'color', values: ['white'] }] }],
  ['white or black -black', { color: ['white'] }],
  ['corolla -accident', { cars: ['Toyota Corolla'], excludedWords: ['accident'] }],
  ['byd -m6', { cars: ['BYD'], notCars: ['BYD M6'] }],
  ['corolla 5000 -10000', { cars: ['Toyota Corolla'], priceCents: { min: 500_000, max: 1_000_000 } }],
  ['丰田 -卡罗拉', { cars: ['Toyota'], notCars: ['Toyota Corolla'] }],
  ['"one owner" corolla', { cars: ['Toyota Corolla'], phrases: [['one', 'owner']] }],
  ['«Corolla» “leather seats”', { cars: ['Toyota Corolla'], phrases: [['leather', 'seats']] }],
  ['camionetas blancas', { carType: ['truck'], color: ['white'] }],
  ['blanco y negro', { color: ['white', 'black'] }],
  ['todoterrenos eléctricos automáticos', { carType: ['suv'], fuelType: ['electric'], transmission: ['automatic'] }],
  ['coches de segunda mano', {}],
  ['toyota o honda', { cars: ['Honda', 'Toyota'] }],
  ['berlines noires diesel', { carType: ['sedan'], color: ['black'], fuelType: ['diesel'] }],
  ['voitures électriques blanches', { fuelType: ['electric'], color: ['white'] }],
  ["d'occasion moins de 10000", { priceCents: { max: 1_000_000 } }],
  ['volant à droite', { steering: ['right'] }],
  ['carrinhas a gasolina', { carType: ['wagon'], fuelType: ['petrol'] }],
  ['carros elétricos até 15 mil dólares', { fuelType: ['electric'], priceCents: { max: 1_500_000 } }],
  ['gari nyeupe chini ya dola 10000', { color: ['white'], priceCents: { max: 1_000_000 } }],
  ['magari ya umeme', { fuelType: ['electric'] }],
  ['viti 7', { seats: [7] }],
  ['白いセダン', { color: ['white'], carType: ['sedan'] }],
  ['中古のトヨタ カローラ', { cars: ['Toyota Corolla'] }],
  ['7人乗り', { seats: [7] }],
  ['1万ドル以下のハイブリッド', { priceCents: { max: 1_000_000 }, fuelType: ['hybrid'] }],
  ['흰색 전기차', { color: ['white'], fuelType: ['electric'] }],
  ['2020년식 현대 쏘나타', { year: { min: 2020, max: 2020 }, cars: ['Hyundai Sonata'] }],
  ['7인승 디젤', { seats: [7], fuelType: ['diesel'] }],
  ['белых внедорожников', { color: ['white'], carType: ['suv'] }],
  ['чёрные седаны', { color: ['black'], carType: ['sedan'] }],
  ['شاحنات كهربائية', { carType: ['truck'], fuelType: ['electric'] }],
  ['corolla not white', { cars: ['Toyota Corolla'], excludedValues: [{ filter: 'color', values: ['white'] }] }],
  ['toyota except corolla', { cars: ['Toyota'], notCars: ['Toyota Corolla'] }],
  ['non-diesel suv', { carType: ['suv'], excludedValues: [{ filter: 'fuelType', values: ['diesel'] }] }],
  ['внедорожник не белый', { carType: ['suv'], excludedValues: [{ filter: 'color', values: ['white'] }] }],
  ['丰田 不要卡罗拉', { cars: ['Toyota'], notCars: ['Toyota Corolla'] }],
  ['toyota sin diesel', { cars: ['Toyota'], excludedValues: [{ filter: 'fuelType', values: ['diesel'] }] }],
  ['تويوتا بدون ديزل', { cars: ['Toyota'], excludedValues: [{ filter: 'fuelType', values: ['diesel'] }] }],
  ['corolla no sunroof', { cars: ['Toyota Corolla'], words: ['no', 'sunroof'] }],
  ['plug-in x-trail', { fuelType: ['hybrid'], cars: ['Nissan X-Trail'] }],
])('reads %j', (query, criteria) => {
  expect(read(query)).toEqual(criteria);
});

test('a quoted name is exactly that name', () => {
  const ranks = (query: string) => readingsOf(query, vocabulary, 2027, new Set())[0]!.vehicleRanks;
  expect(ranks('seal')).toHaveLength(2);
  expect(ranks('"seal"')!.map((rank) => rank.map(nameOf))).toEqual([['BYD Seal']]);
  expect(ranks('"byd seal"')!.map((rank) => rank.map(nameOf))).toEqual([['BYD Seal']]);
  for (const [quoted, phrase] of [
    ['"seali"', ['seali']],
    ['"toyta"', ['toyta']],
  ] as const) {
    expect(read(quoted)).toEqual({ phrases: [phrase] });
  }
});

test('names the exclusions that it cannot apply', () => {
  const [reading] = readingsOf('toyota -2018 -certified -"one owner"', vocabulary, 2027, new Set());
  expect(reading).toMatchObject({ dropped: ['-2018', '-certified', '-"one owner"'] });
});

test('never takes the name of a make that the catalog lacks for another make', () => {
  const toyotaOnly = buildVocabulary([{ id: 1, name: 'Toyota', aliases: ['丰田'] }], []);
  for (const list of WORD_LISTS) {
    for (const [make, words] of Object.entries(list.makes ?? {})) {
      if (make === 'Toyota') continue;
      for (const word of wordsOf(words)) {
        const [reading] = readingsOf(word, toyotaOnly, 2027, new Set());
        expect(reading!.vehicleRanks, word).toBeNull();
      }
    }
  }
});

test('a name of the catalog is not taken by a word list', () => {
  const named = buildVocabulary(
    [
      { id: 1, name: 'Chery', aliases: [] },
      { id: 2, name: 'Cherry', aliases: ['чери'] },
    ],
    [],
  );
  expect(readingsOf('чери', named, 2027, new Set())[0]!.vehicleRanks).toEqual([[2]]);
});

test('each name of the word lists means the make or model of the catalog, and nothing else', () => {
  for (const list of WORD_LISTS) {
    for (const [make, words] of Object.entries(list.makes ?? {})) {
      for (const word of wordsOf(words)) expect([word, read(word)]).toEqual([word, { cars: [make] }]);
    }
    for (const [make, names] of Object.entries(list.models ?? {})) {
      for (const [model, words] of Object.entries(names)) {
        for (const word of wordsOf(words)) expect([word, read(word)]).toEqual([word, { cars: [`${make} ${model}`] }]);
      }
    }
  }
});

test('the word lists do not change what the names of the catalog mean', () => {
  const kindsOf = (word: string) => new Set((vocabulary.meanings.get(wordKey(word)) ?? []).map(({ kind }) => kind));
  for (const { name, aliases } of makes) {
    for (const word of [name, ...aliases]) expect([word, kindsOf(word).has('filter')]).toEqual([word, false]);
  }
  const ambiguous = models.flatMap(({ name, aliases }) =>
    [name, ...aliases].filter((word) => [...kindsOf(word)].some((kind) => kind !== 'model' && kind !== 'make')),
  );
  expect(ambiguous).toEqual(['A', 'ET', 'Hatch', 'Cabrio', '4x4']);
});
