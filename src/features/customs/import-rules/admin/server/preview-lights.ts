import type { Day } from '../../model/calendar.ts';
import { expectedDay } from '../../model/expected-day.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-row.ts';
import type { EffectResponse } from '../../model/rule-office-contract.ts';
import { type Light, lightOf } from '../../model/verdict/verdict.ts';
import { afterPublication, PublishedBook } from '../../server/book/published-book.ts';
import type { NewRow } from '../../server/book/rule-row-store.ts';
import { type CountedCar, type PublicCars, pacer } from '../../server/counted-cars.ts';

const JOURNEY = { mode: 'roro', port: null } as const;

export type Lights = Record<Light, number>;

/** Counts the lights of all public cars before and after a publication, for each country in which any light changes. */
export async function previewLights(
  book: PublishedBook,
  rows: readonly NewRow[],
  publicCars: PublicCars,
  today: Day,
): Promise<EffectResponse[]> {
  const next = new PublishedBook(book.version, afterPublication(book.rows, rows));
  const countries = affectedCountries(next, rows);
  if (countries.length === 0) return [];
  const cars = await publicCars();
  const effects: EffectResponse[] = [];
  const breathe = pacer();
  for (const country of countries) {
    const before = await countLights(book, country, cars, today, breathe);
    const after = await countLights(next, country, cars, today, breathe);
    if (JSON.stringify(before) !== JSON.stringify(after)) effects.push({ country, before, after });
  }
  return effects;
}

/** Countries whose rules change, or the sources that their rules name. Charges and freight decide no light. */
function affectedCountries(next: PublishedBook, rows: readonly NewRow[]): string[] {
  const affected = new Set<string>();
  const sources = new Set(
    next.book.sources.map(({ id }) => id).filter((id) => rows.some((row) => isOfSource(row, id))),
  );
  for (const { list, record } of rows)
    if ((list === 'rules' || list === 'countries') && record.country) affected.add(record.country);
  for (const rule of next.book.rules) if (rule.sources.some((id) => sources.has(id))) affected.add(rule.country);
  const known = next.countries();
  if (affected.has(ORIGIN_COUNTRY)) return known;
  return known.filter((country) => affected.has(next.rowsOf(country) ?? country));
}

const isOfSource = ({ list, id }: NewRow, source: string) =>
  list === 'sources' && (id === source || id.startsWith(`${source}.`));

async function countLights(
  book: PublishedBook,
  country: string,
  cars: readonly CountedCar[],
  today: Day,
  breathe: () => Promise<void> | null,
): Promise<Lights> {
  const lights: Lights = { green: 0, amber: 0, red: 0 };
  const now = book.prepared(country, today);
  if (!now) return lights;
  const { on } = expectedDay(now, JOURNEY, today, book.longestSailing);
  const prepared = book.prepared(country, on) ?? now;
  const at = { on, today, buyer: 'person' } as const;
  for (const { car, count } of cars) {
    lights[lightOf(prepared, car, at)] += count;
    const pause = breathe();
    if (pause) await pause;
  }
  return lights;
}
