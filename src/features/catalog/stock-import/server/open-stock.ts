import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type ImportPlan, planImport } from '../model/import-plan.ts';
import { withKept } from '../model/kept-answers.ts';
import type { Mapping } from '../model/mapping-file.ts';
import { OpenQuestions } from '../model/question.ts';
import { type KeptAnswers, keptAnswers } from './imports/answer-store.ts';
import { readStock, type StockSource } from './stock-source.ts';

export type StockRequest = {
  content: Buffer;
  sellerId: number;
  mapping: Mapping;
  offer: Offer;
  newMakes: boolean;
  dryRun: boolean;
  now: Date;
  /** Whether what was said about an earlier table with the same columns completes the mapping. */
  usesKept: boolean;
};

/** `mapping`: what was said now and, if `usesKept`, about an earlier table with the same columns. */
export type OpenedStock = { source: StockSource; mapping: Mapping; vehicles: VehicleFinder };

/** Reads the table of a file. Throws `ConfigError` if there is none, and `OpenQuestions` about its encoding or sheet. */
export async function openStock(
  db: Queryable,
  { content, sellerId, mapping: given, newMakes, dryRun, usesKept }: StockRequest,
): Promise<OpenedStock> {
  const kept = usesKept ? await keptAnswers(db, sellerId) : [];
  const { source, mapping } = readWithKept(content, given, kept);
  return { source, mapping, vehicles: await VehicleFinder.open(db, { newMakes, dryRun }) };
}

/** Plans the import of an opened table. Throws `OpenQuestions`. */
export function planStock({ source, mapping, vehicles }: OpenedStock, { offer, now }: StockRequest): ImportPlan {
  return planImport({
    header: source.table.header,
    rows: source.table.body,
    mapping,
    offer,
    today: now.toISOString().slice(0, 10),
    namesMake: (model) => vehicles.namesMake(model),
  });
}

function readWithKept(content: Buffer, given: Mapping, kept: KeptAnswers[]): { source: StockSource; mapping: Mapping } {
  try {
    const source = readStock(content, given);
    const own = kept.find(({ isFor }) => isFor(source.table.header));
    if (!own) return { source, mapping: given };
    const mapping = withKept(own.answers, given);
    // Kept names of columns may lead to another header.
    return { source: mapping.columns ? readStock(content, mapping) : source, mapping };
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    for (const { isFor, answers } of kept.filter(({ answers: { sheet, encoding } }) => sheet ?? encoding)) {
      const mapping = withKept(answers, given);
      const source = triedWith(content, mapping);
      if (source && isFor(source.table.header)) return { source, mapping };
    }
    throw error;
  }
}

function triedWith(content: Buffer, mapping: Mapping): StockSource | null {
  try {
    return readStock(content, mapping);
  } catch {
    return null;
  }
}
