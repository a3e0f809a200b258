import type { SourceRow } from '#lib/tables/split-text.ts';
import { currenciesInCell, type MileageUnit, type MoneyUnit, mileageUnitInCell } from './cell-values.ts';
import type { FactName } from './fact-columns.ts';
import type { Column } from './guess-columns.ts';
import type { Mapping } from './mapping-file.ts';
import type { QuestionList } from './question.ts';
import { cellsOf, named } from './settle-columns.ts';
import { currenciesOf, detectedCurrency } from './words/currencies.ts';

type Columns = Map<FactName, Column[]>;

/** Returns the unit of the headers or the declared one. Asks if they contradict each other. */
export function settleUnit(
  fact: FactName,
  columns: Column[],
  declared: string | null,
  list: QuestionList,
): { unit: string | null; times: number } {
  const units = new Set(columns.map(({ unit }) => unit).filter((unit) => unit !== null));
  const times = new Set(columns.map((column) => column.times));
  const names = columns.map(({ header }) => header);
  if (units.size > 1 || times.size > 1) {
    const text = `The columns ${named(columns)} are in different units. Choose one for the ${fact} in a mapping file.`;
    list.ask('column', text, { fact, columns: names, choices: names });
  }
  const [inHeader = null] = units;
  if (declared && inHeader && declared !== inHeader) {
    const text = `The column ${named(columns)} is in ${inHeader}, but ${declared} is declared for the ${fact}.`;
    list.ask('conflict', text, { fact, columns: names });
  }
  return { unit: declared ?? inHeader, times: [...times][0] ?? 1 };
}

/** Finds the currencies of the prices and their rates. Returns null after a question. */
export function settleMoney(
  columns: Columns,
  rows: SourceRow[],
  mapping: Mapping,
  list: QuestionList,
): MoneyUnit | null {
  const prices = columns.get('price') ?? [];
  const { currency: declared, ignoreCurrencySign: ignoreSign = false } = mapping;
  const trusted = ignoreSign ? prices.map((column) => ({ ...column, unit: null })) : prices;
  const { unit, times } = settleUnit('price', trusted, declared ?? null, list);
  const about = { fact: 'price', columns: prices.map(({ header }) => header) } as const;
  if (ignoreSign && !declared) {
    list.ask('currency', 'Ignoring currency signs requires a currency.', { ...about, option: 'Add --currency.' });
    return null;
  }
  if (prices.length === 0 && !unit) return null;
  const found = unit ? [unit] : currenciesOfRows(prices, columns.get('currency') ?? [], rows, list);
  if (!found) return null;
  const rates = ratesOf(found, mapping, list);
  return {
    currency: unit ?? (found.length === 1 ? found[0]! : null),
    rates,
    times,
    isDefault: unit !== null && trusted.every((column) => column.unit === null),
    inCells: unit === null,
    ignoreSign,
  };
}

/** Returns the rate of each currency. USD has the rate 1; every other one is asked for. */
function ratesOf(found: string[], { rate, rates: given = {} }: Mapping, list: QuestionList): Record<string, number> {
  const others = found.filter((currency) => currency !== 'USD');
  if (others.length === 0 && rate !== undefined && rate !== 1)
    list.ask('conflict', 'The prices are already in USD, so no rate is needed.', {
      fact: 'price',
      option: 'Remove --rate.',
    });
  const [only] = others;
  const rates: Record<string, number> = {
    ...(only && others.length === 1 && rate && { [only]: rate }),
    ...given,
    USD: 1,
  };
  const missing = others.filter((currency) => rates[currency] === undefined);
  if (missing.length === 1 && others.length === 1) {
    const text = `The prices are in ${only}. What is 1 ${only} in US dollars?`;
    list.ask('rate', text, { fact: 'price', examples: missing, option: 'Add --rate with that value.' });
  } else if (missing.length > 0) {
    const text = `The prices are in ${found.join(', ')}. What is one unit of ${missing.join(', ')} in US dollars?`;
    const option = `Add ${missing.map((each) => `--rate ${each}=…`).join(' ')}.`;
    list.ask('rate', text, { fact: 'price', examples: missing, option });
  }
  return rates;
}

/** Returns the currencies that the rows name. Returns null after a question. */
function currenciesOfRows(prices: Column[], named: Column[], rows: SourceRow[], list: QuestionList): string[] | null {
  const examples = cellsOf(prices, rows);
  const about = { fact: 'price', columns: prices.map(({ header }) => header), examples } as const;
  const inRows = cellsOf(named, rows).map(currenciesOf);
  const inCells = examples.map(currenciesInCell);
  const meanings = [...inCells, ...inRows].filter((meant) => meant.length > 0);
  if (meanings.length === 0) {
    const text = 'Neither the header nor the prices name a currency.';
    list.ask('currency', text, { ...about, option: 'Add --currency, for example --currency CNY.' });
    return null;
  }
  // A sign that several countries use is clear in a row that names one of them.
  const open = (inRows.length > 0 ? inRows : meanings).filter((meant) => meant.length > 1);
  if (open.length === 0) return [...new Set(meanings.flatMap((meant) => detectedCurrency(meant) ?? []))].sort();
  const possible = [...new Set(open.flat())].slice(0, 4);
  const text = `The currency signs in the prices could mean ${possible.join(', ')}.`;
  list.ask('currency', text, { ...about, choices: possible, option: 'Add --currency.' });
  return null;
}

export function settleMileage(columns: Columns, rows: SourceRow[], mapping: Mapping, list: QuestionList): MileageUnit {
  const distances = columns.get('mileage') ?? [];
  const { unit, times } = settleUnit('mileage', distances, mapping.mileageUnit ?? null, list);
  const numbers = cellsOf(distances, rows).filter((cell) => /\d/.test(cell));
  const isNamed = numbers.some(mileageUnitInCell) || cellsOf(columns.get('mileageUnit') ?? [], rows).length > 0;
  if (unit === null && numbers.length > 0 && !isNamed) {
    const text = `The unit of ${named(distances)} is unknown.`;
    const option = 'Add --mileage-unit km or --mileage-unit mi.';
    const names = distances.map(({ header }) => header);
    list.ask('mileageUnit', text, {
      fact: 'mileage',
      columns: names,
      examples: numbers,
      choices: ['km', 'mi'],
      option,
    });
  }
  return { unit: unit as 'km' | 'mi' | null, times };
}
