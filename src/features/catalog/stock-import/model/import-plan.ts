import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { cellText } from '#lib/cell-text.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import type { EngineUnit, MileageUnit, MoneyUnit } from './cell-values.ts';
import { customsOf } from './column-customs.ts';
import type { FactName } from './fact-columns.ts';
import type { Column } from './guess-columns.ts';
import type { Mapping } from './mapping-file.ts';
import { askAboutPhotos } from './photo-columns.ts';
import { OpenQuestions, QuestionList } from './question.ts';
import { askForMissing, fillDownOf, readNamesNextToModels, settleColumns } from './settle-columns.ts';
import { settleMileage, settleMoney, settleUnit } from './settle-units.ts';
import type { Written } from './written.ts';

export type ImportPlan = {
  header: string[];
  columns: Map<FactName, Column[]>;
  unused: Column[];
  constants: Partial<Record<FactName, string>>;
  /** Replacements for cells, by fact and lower-case cell text. */
  values: Partial<Record<FactName, Map<string, string>>>;
  money: MoneyUnit;
  mileage: MileageUnit;
  engine: EngineUnit;
  /** How the cells of each column are written, by its index. */
  customs: Map<number, Omit<Written, 'stored'>>;
  /** Facts whose blank cells have the value of the row above, as merged cells are saved. */
  fillDown: FactName[];
  /** Whether the cells of the model begin with the make. */
  isMakeInModel: boolean;
  /** Whether the year is a part of the model: 卡罗拉 2019款. */
  isYearInModel: boolean;
  offer: Offer;
  /** The day of the import, YYYY-MM-DD. */
  today: string;
};

export type PlanRequest = {
  header: string[];
  rows: SourceRow[];
  mapping: Mapping;
  offer: Offer;
  today: string;
  /** Says whether the name of a model begins with the name of a known make. */
  namesMake?: (model: string) => boolean;
};

/** Determines columns, units and currencies by all rows. Throws `OpenQuestions` with all that only a person can say. */
export function planImport(request: PlanRequest): ImportPlan {
  const { header, rows, mapping, offer, today } = request;
  const list = new QuestionList();
  const { columns, unused } = settleColumns(header, mapping, list);
  readNamesNextToModels(request, columns, unused);
  const constants: Partial<Record<FactName, string>> = mapping.constants ?? {};
  const inModel = askForMissing(request, columns, list);
  const money = settleMoney(columns, rows, mapping, list);
  const mileage = settleMileage(columns, rows, mapping, list);
  const engine = settleUnit('engine', columns.get('engine') ?? [], mapping.engineUnit ?? null, list);
  const customs = customsOf(columns, rows, mapping, list);
  const fillDown = fillDownOf(columns, rows, mapping, list);
  askAboutPhotos(unused, rows, mapping, list);
  if (list.questions.length > 0 || !money) throw new OpenQuestions(list.questions);
  const values = Object.fromEntries(
    Object.entries(mapping.values ?? {}).map(([fact, words]) => [
      fact,
      new Map(Object.entries(words).map(([from, to]) => [cellText(from).toLowerCase(), to])),
    ]),
  );
  const units = { money, mileage, engine: engine.unit as EngineUnit };
  return { header, columns, unused, constants, values, ...units, customs, fillDown, ...inModel, offer, today };
}
