import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { cellText, isBlankCell } from '#lib/cell-text.ts';
import { ConfigError } from '#lib/config-error.ts';
import {
  currenciesInCell,
  detectedCurrency,
  type EngineUnit,
  type MileageUnit,
  type MoneyUnit,
  mileageUnitInCell,
} from './cell-values.ts';
import { type FactName, REQUIRED_FACTS } from './fact-columns.ts';
import { type Column, guessColumns, readHeader } from './guess-columns.ts';
import type { Mapping } from './mapping-file.ts';

export type ImportPlan = {
  header: string[];
  columns: Map<FactName, Column[]>;
  unused: Column[];
  constants: Partial<Record<FactName, string>>;
  /** The operator's replacements for cells, by fact and lower-case cell text. */
  values: Partial<Record<FactName, Map<string, string>>>;
  money: MoneyUnit;
  mileage: MileageUnit;
  engine: EngineUnit;
  offer: Offer;
  /** The day of the import, YYYY-MM-DD. */
  today: string;
};

type Given = { header: string[]; sample: string[][]; mapping: Mapping; offer: Offer; today: string };

/** Determines columns, units and currency. Throws a `ConfigError` that lists everything the operator must add. */
export function planImport({ header, sample, mapping, offer, today }: Given): ImportPlan {
  const problems: string[] = [];
  const collect = <Result>(settle: () => Result): Result | undefined => {
    try {
      return settle();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
    }
  };
  const { columns, unused } = settleColumns(header, mapping, problems);
  const constants: Partial<Record<FactName, string>> = mapping.constants ?? {};
  for (const fact of Object.keys(constants) as FactName[]) {
    if (columns.has(fact))
      problems.push(
        `The sheet has a column for the ${fact} (${named(columns.get(fact))}), but a constant is also given. Remove one of them.`,
      );
  }
  for (const fact of REQUIRED_FACTS) {
    if (!columns.has(fact) && !constants[fact])
      problems.push(
        `No column was recognized as the ${fact}. Name it in a mapping file${fact === 'make' || fact === 'model' ? `, or set it with --${fact} if all cars share it` : ''}. The columns are ${header.map((name) => `'${name.trim()}'`).join(', ')}.`,
      );
  }
  const money = collect(() => settleMoney(columns.get('price') ?? [], sample, mapping));
  const mileage = collect(() => settleMileage(columns.get('mileage') ?? [], sample, mapping.mileageUnit ?? null));
  const engine = collect(
    () => settleUnit('engine', columns.get('engine') ?? [], mapping.engineUnit ?? null).unit as EngineUnit,
  );
  if (problems.length > 0 || !money || !mileage || engine === undefined) throw new ConfigError(problems.join('\n'));
  const values = Object.fromEntries(
    Object.entries(mapping.values ?? {}).map(([fact, words]) => [
      fact,
      new Map(Object.entries(words).map(([from, to]) => [cellText(from).toLowerCase(), to])),
    ]),
  );
  return { header, columns, unused, constants, values, money, mileage, engine, offer, today };
}

function settleColumns(header: string[], mapping: Mapping, problems: string[]) {
  const { columns, unused, ambiguities } = guessColumns(header);
  const declared = mapping.columns ?? {};
  const isDeclared = (fact: FactName) => Object.hasOwn(declared, fact);
  for (const { fact, text } of ambiguities)
    if (!isDeclared(fact)) problems.push(`${text}. Choose one in a mapping file.`);
  const taken = new Set<number>();
  const settled = new Map<FactName, Column[]>();
  for (const [fact, names] of Object.entries(declared) as [FactName, string | string[] | null][]) {
    const found = (names === null ? [] : [names].flat()).map((name) => columnNamed(name, header, problems));
    const chosen = found.filter((column) => column !== null).map((column) => ({ ...column, fact }));
    for (const { index } of chosen) taken.add(index);
    if (chosen.length > 0) settled.set(fact, chosen);
  }
  for (const [fact, candidates] of columns) {
    const free = candidates.filter(({ index }) => !taken.has(index));
    if (isDeclared(fact)) unused.push(...free);
    else if (free.length > 0) settled.set(fact, free);
  }
  takeYearsFromDates(settled, mapping);
  return {
    columns: settled,
    unused: unused.filter(({ index }) => !taken.has(index)).sort((a, b) => a.index - b.index),
  };
}

/** Dealers' sheets often have the first registration and no year. */
function takeYearsFromDates(columns: Map<FactName, Column[]>, { constants, columns: declared }: Mapping): void {
  if (columns.has('year') || constants?.year !== undefined || declared?.year === null) return;
  const dates = columns.get('productionMonth') ?? columns.get('firstRegistrationMonth');
  if (dates) columns.set('year', dates);
}

function columnNamed(name: string, header: string[], problems: string[]): Column | null {
  const exact = header.flatMap((other, index) => (other.trim() === name.trim() ? [index] : []));
  const same =
    exact.length > 0 ? exact : header.flatMap((other, index) => (nameKey(other) === nameKey(name) ? [index] : []));
  const [index] = same;
  if (index !== undefined && same.length === 1) return readHeader(header[index] ?? '', index);
  problems.push(
    same.length > 1
      ? `The sheet has ${same.length} columns named '${name}'. Give them different names.`
      : `The mapping names a column '${name}' that is not in the sheet. The columns are ${header.map((other) => `'${other.trim()}'`).join(', ')}.`,
  );
  return null;
}

function settleUnit(
  fact: FactName,
  columns: Column[],
  declared: string | null,
): { unit: string | null; times: number } {
  const units = new Set(columns.map(({ unit }) => unit).filter((unit) => unit !== null));
  const times = new Set(columns.map((column) => column.times));
  if (units.size > 1 || times.size > 1) {
    throw new ConfigError(
      `The columns ${named(columns)} are in different units. Choose one for the ${fact} in a mapping file.`,
    );
  }
  const [inHeader = null] = units;
  if (declared && inHeader && declared !== inHeader) {
    throw new ConfigError(
      `The column ${named(columns)} is in ${inHeader}, but ${declared} is declared for the ${fact}.`,
    );
  }
  return { unit: declared ?? inHeader, times: [...times][0] ?? 1 };
}

function settleMoney(
  columns: Column[],
  sample: string[][],
  { currency: declared, rate, ignoreCurrencySign = false }: Mapping,
): MoneyUnit {
  const trusted = ignoreCurrencySign ? columns.map((column) => ({ ...column, unit: null })) : columns;
  const { unit, times } = settleUnit('price', trusted, declared ?? null);
  const currency = unit ?? currencyOfCells(columns, sample);
  if (ignoreCurrencySign && !declared)
    throw new ConfigError('Ignoring currency signs requires a currency: add --currency.');
  if (currency === 'USD' && rate !== undefined && rate !== 1)
    throw new ConfigError('The prices are already in USD. Remove --rate.');
  if (currency !== 'USD' && rate === undefined) {
    throw new ConfigError(`The prices are in ${currency}. Add --rate with the value of 1 ${currency} in US dollars.`);
  }
  return { currency, rate: rate ?? 1, times, inCells: unit === null, ignoreSign: ignoreCurrencySign };
}

function currencyOfCells(columns: Column[], sample: string[][]): string {
  const meanings = cellsOf(columns, sample)
    .map(currenciesInCell)
    .filter((found) => found.length > 0);
  if (meanings.length === 0) {
    throw new ConfigError(
      'Neither the header nor the prices name a currency. Add --currency, for example --currency CNY.',
    );
  }
  const currencies = new Set(meanings.map(detectedCurrency));
  const [currency] = currencies;
  if (currency && currencies.size === 1) return currency;
  const possible = [...new Set(meanings.flat())].slice(0, 4).join(', ');
  throw new ConfigError(`The currency signs in the prices could mean ${possible}. Add --currency.`);
}

function settleMileage(columns: Column[], sample: string[][], declared: 'km' | 'mi' | null): MileageUnit {
  const { unit, times } = settleUnit('mileage', columns, declared);
  const numbers = cellsOf(columns, sample).filter((cell) => /\d/.test(cell));
  if (unit === null && numbers.length > 0 && !numbers.some(mileageUnitInCell)) {
    throw new ConfigError(`The unit of ${named(columns)} is unknown. Add --mileage-unit km or --mileage-unit mi.`);
  }
  return { unit: unit as 'km' | 'mi' | null, times };
}

function cellsOf(columns: Column[], rows: string[][]): string[] {
  return rows
    .flatMap((cells) => columns.map(({ index }) => cellText(cells[index] ?? '')))
    .filter((cell) => !isBlankCell(cell));
}

function named(columns: Column[] = []): string {
  return columns.map(({ header }) => `'${header.trim()}'`).join(', ');
}
