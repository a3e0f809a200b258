import { simplified } from '#features/catalog/vehicles/model/simplified.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { cellText } from '#lib/cell-text.ts';
import { FACT_NAMES, type FactName, HEADER_WORDS, REQUIRED_FACTS, UNIT_HEADERS } from './fact-columns.ts';
import { AMOUNTS, type AmountField } from './import-fact-values.ts';
import { ASIAN_AND_AFRICAN_HEADERS } from './words/asian-and-african-languages.ts';
import { CURRENCY_WORDS, currenciesOf, detectedCurrency } from './words/currencies.ts';
import { MORE_HEADERS } from './words/more-languages.ts';

/** A parsed header. `unit` is a currency code or a unit of the fact, such as km or cc; `times` is 10,000 if the header contains 万. */
export type Column = {
  index: number;
  header: string;
  fact: FactName | null;
  rank: number;
  unit: string | null;
  times: number;
};

/** Names in traditional and Japanese characters are those in simplified ones. */
const keyOf = (name: string) => nameKey(simplified(name));

const FACT_OF_KEY = new Map(
  [ASIAN_AND_AFRICAN_HEADERS, MORE_HEADERS, HEADER_WORDS].flatMap((words) =>
    FACT_NAMES.flatMap((fact) => (words[fact] ?? '').split(/\s+/).map((word) => [keyOf(word), fact] as const)),
  ),
);
FACT_OF_KEY.delete('');

const DISTANCE_WORDS: Record<string, string> = {
  км: 'km',
  كم: 'km',
  km: 'km',
  kms: 'km',
  kilometer: 'km',
  kilometers: 'km',
  kilometre: 'km',
  kilometres: 'km',
  公里: 'km',
  千米: 'km',
  mi: 'mi',
  mile: 'mi',
  miles: 'mi',
  英里: 'mi',
};
const ENGINE_WORDS: Record<string, string> = {
  cc: 'cc',
  ccm: 'cc',
  cm3: 'cc',
  ml: 'cc',
  毫升: 'cc',
  l: 'l',
  liter: 'l',
  liters: 'l',
  litre: 'l',
  litres: 'l',
  升: 'l',
};

const SIZES = ['dimensions', 'lengthMm', 'widthMm', 'heightMm'] as const satisfies FactName[];

const UNITS: Partial<Record<FactName, Map<string, string | null>>> = {
  price: new Map(
    CURRENCY_WORDS.map((word) => [keyOf(word), detectedCurrency(currenciesOf(word))] as const).filter(
      ([key]) => key !== '',
    ),
  ),
  mileage: new Map(Object.entries(DISTANCE_WORDS)),
  engine: new Map(Object.entries(ENGINE_WORDS)),
  ...Object.fromEntries(
    (Object.keys(AMOUNTS) as AmountField[]).map((name) => [
      name,
      new Map(Object.keys(AMOUNTS[name].units).map((word) => [nameKey(word), word])),
    ]),
  ),
  ...Object.fromEntries(
    SIZES.map((name) => [
      name,
      new Map([
        ['mm', 'mm'],
        ['毫米', 'mm'],
      ]),
    ]),
  ),
};

/** Units of years, months and counts, which need none. */
const COUNTED = / ?[(（](?:年|年款|年月|月|yyyy|yyyy[-/.]mm|座|台|辆|个|把|门|pcs)[)）]$/i;

/**
 * Finds the fact that a header names, ignoring a unit before or after it ('Price (£)', 'mileage_km', '价格(万元)') and a
 * number.
 */
export function readHeader(header: string, index: number): Column {
  const text = cellText(header).replace(COUNTED, '');
  const key = keyOf(text);
  const sign = /(?:US|HK|NZ)\$|\p{Sc}/iu.exec(text)?.[0];
  const signUnit = sign ? detectedCurrency(currenciesOf(sign)) : null;
  for (const [base, rank] of withAndWithoutNumber(key)) {
    const found: Found | null = (Object.hasOwn(UNIT_HEADERS, base) && UNIT_HEADERS[base]) || wordsOf(base);
    if (!found) continue;
    const unit = found.unit ?? (found.fact === 'price' ? signUnit : null);
    return { index, header, fact: found.fact, rank, unit, times: found.times ?? 1 };
  }
  // A column named USD or US$ has the prices.
  const currency = text.length < 3 ? null : detectedCurrency(currenciesOf(text));
  if (currency) return { index, header, fact: 'price', rank: 1, unit: currency, times: 1 };
  return { index, header, fact: null, rank: 1, unit: null, times: 1 };
}

type Found = { fact: FactName; unit: string | null; times?: number };

function withAndWithoutNumber(key: string): [string, number][] {
  const numbered = /^(.*\D)(\d{1,2})$/.exec(key);
  return numbered
    ? [
        [key, 1],
        [numbered[1] ?? '', Number(numbered[2])],
      ]
    : [[key, 1]];
}

function wordsOf(key: string): Found | null {
  const fact = FACT_OF_KEY.get(key);
  if (fact) return { fact, unit: null };
  for (const [name, units] of Object.entries(UNITS) as [FactName, Map<string, string | null>][]) {
    for (const [word, unit] of [...units, ['', null] as const]) {
      for (const [tail, times] of [
        [`万${word}`, 10_000],
        [`만${word}`, 10_000],
        [word, 1],
      ] as const) {
        const bases = [
          key.endsWith(tail) && key.slice(0, key.length - tail.length),
          key.startsWith(tail) && key.slice(tail.length),
        ];
        for (const base of bases) {
          if (base && tail !== '' && FACT_OF_KEY.get(base.replace(/in$/, '')) === name)
            return { fact: name, unit, times };
        }
      }
    }
  }
  return null;
}

type GuessedColumns = {
  columns: Map<FactName, Column[]>;
  unused: Column[];
  ambiguities: { fact: FactName; names: string[]; text: string }[];
};

/** Facts for which a numbered second column does not hold an alternative value. */
const ONE_COLUMN_ONLY = new Set<FactName>([...REQUIRED_FACTS, 'vin', 'stockNumber']);

/**
 * Assigns columns to facts. Columns that differ only by a number ('mileage', 'mileage2') are tried in order. Columns
 * with different names for one fact are ambiguous, and the operator must choose.
 */
export function guessColumns(header: string[]): GuessedColumns {
  const columns = new Map<FactName, Column[]>();
  const unused: Column[] = [];
  for (const [index, name] of header.entries()) {
    const column = readHeader(name, index);
    if (!column.fact) unused.push(column);
    else columns.set(column.fact, [...(columns.get(column.fact) ?? []), column]);
  }
  takeTrimsFromVariants(columns);
  const ambiguities: GuessedColumns['ambiguities'] = [];
  for (const [fact, candidates] of columns) {
    candidates.sort((a, b) => a.rank - b.rank);
    const bases = new Set(candidates.map(({ header: name, rank }) => withoutNumber(name, rank)));
    const ranks = new Set(candidates.map(({ rank }) => rank));
    const alike = bases.size === 1 && ranks.size === candidates.length;
    if (candidates.length > 1 && !(alike && !ONE_COLUMN_ONLY.has(fact))) {
      ambiguities.push({
        fact,
        names: candidates.map(({ header: name }) => name.trim()),
        text: `${candidates.map(({ header: name }) => `'${name.trim()}'`).join(' and ')} could each be the ${fact}`,
      });
    }
  }
  return { columns, unused, ambiguities };
}

/** Next to a column 车系 (series), 车型 holds the variant. */
function takeTrimsFromVariants(columns: Map<FactName, Column[]>): void {
  const named = (key: string) => columns.get('model')?.find(({ header }) => keyOf(header) === key);
  const [series, variant] = [named('车系'), named('车型')];
  if (!series || !variant || columns.get('model')?.length !== 2 || columns.has('trim')) return;
  columns.set('model', [series]);
  columns.set('trim', [{ ...variant, fact: 'trim' }]);
}

function withoutNumber(header: string, rank: number): string {
  const key = nameKey(header);
  return rank > 1 || key.endsWith('1') ? key.replace(/\d{1,2}$/, '') : key;
}
