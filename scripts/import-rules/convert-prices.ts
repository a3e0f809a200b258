/**
 * Converts a list of reference prices to rows of content/import-rules/reference-prices.csv:
 * `node scripts/import-rules/convert-prices.ts LIST.csv KE KES KE-CRSP25 2025-07-01 2026-11-27`. The list has the columns make, model,
 * model_number, drive, engine, body, fuel and a price, as the sheet of the authority prints them.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import {
  type ReferencePrice,
  referenceRow,
  writePrice,
} from '#features/customs/import-rules/model/references/reference-row.ts';
import { csvLine } from '#lib/server/csv/csv.ts';

type Printed = Record<'make' | 'model' | 'model_number' | 'drive' | 'engine' | 'body' | 'fuel', string>;

/** Spellings of the sheet, such as HATCBACK, DEISEL and ELECCTRIC, by how they begin. */
const BODIES: [RegExp, ReferencePrice['body']][] = [
  [/^suv/i, 'suv'],
  [/^(sedan|saloon)/i, 'sedan'],
  [/^hatc/i, 'hatchback'],
  [/^(wagon|s\.? ?\/?wagon|s\. wagon|station)/i, 'wagon'],
  [/van/i, 'van'],
  [/^coupe/i, 'coupe'],
  [/^conv/i, 'convertible'],
  [/^(truck|trk|.*cab|tipper|pm)/i, 'truck'],
];
const fuelText = (text: string) => text.toUpperCase().replace(/\s/g, '');
/** Japan marks the type of a hybrid with these codes; the sheet prints many of them as gasoline. */
const HYBRID_NUMBER = /^(?:[3-7][AL]A|[AD]AA|DLA)-/i;
const DIESEL_NAME = /\b\w*(tdi|cdi|hdi|dci)\b/i;
const HYBRID_NAME = /\b(hybrid|phev|phv|mhev|e-power|plug-in|recharge)\b/i;

function fuelOf({ fuel, model, model_number: number }: Printed): ReferencePrice['fuel'] {
  const text = fuelText(fuel);
  if (/^ELEC/.test(text)) return 'electric';
  if (/HYBRID|PETROL\/ELECTRIC/.test(text) || HYBRID_NAME.test(model) || HYBRID_NUMBER.test(number)) return 'hybrid';
  // A diesel engine that is printed as gasoline may be either.
  if (/^(GASOLINE|PETROL)$/.test(text)) return DIESEL_NAME.test(model) ? null : 'petrol';
  if (/^D(IE|EI)S/.test(text)) return 'diesel';
  return /^[CL]NG$/.test(text) ? 'cng' : null;
}

function priceOf(row: Printed & Record<string, string>): ReferencePrice {
  const price = Number(Object.values(row).at(-1));
  const fuel = fuelOf(row);
  const cc = /^\d{3,5}$/.test(row.engine.trim()) ? Number(row.engine) : null;
  const clean = (text: string) => text.replaceAll('|', '/').replace(/\s+/g, ' ').trim();
  return {
    model: clean(row.model),
    number: clean(row.model_number) || null,
    drive: /^(4|awd)/i.test(row.drive) ? '4' : /^(2wd|fwd|rwd)/i.test(row.drive) ? '2' : null,
    engineCc: fuel === 'electric' ? null : cc,
    body: BODIES.find(([pattern]) => pattern.test(row.body.trim()))?.[1] ?? null,
    fuel,
    price: Math.round(price * 100) / 100,
  };
}

const [file = '', country = '', currency = '', source = '', from = '', checked = ''] = process.argv.slice(2);
const printed: (Printed & Record<string, string>)[] = parse(readFileSync(file, 'utf8'), { columns: true, bom: true });
const makes = Map.groupBy(printed, ({ make }) => make.trim());
process.stdout.write(csvLine(Object.keys(referenceRow.shape)));
for (const [make, rows] of [...makes].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const prices = rows.map(priceOf).filter(({ price, model }) => price > 0 && model !== '');
  const id = `${country}-${from.slice(0, 7)}-${make.replace(/[^A-Za-z0-9]+/g, '-')}`;
  const lines = [...new Set(prices.map(writePrice))].join('\n');
  const cells = { id, country, make, currency, prices: lines, sources: source, confidence: 'official', from, to: '' };
  process.stdout.write(csvLine([...Object.values(cells), checked, '']));
}
