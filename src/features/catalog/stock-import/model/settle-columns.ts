import { nameKey } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { cellText, isBlankCell } from '#lib/cell-text.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { type FactName, REQUIRED_FACTS } from './fact-columns.ts';
import { type Column, guessColumns, readHeader } from './guess-columns.ts';
import type { PlanRequest } from './import-plan.ts';
import type { Mapping } from './mapping-file.ts';
import type { QuestionList } from './question.ts';

type Columns = Map<FactName, Column[]>;

/** Returns the columns of each fact: what the mapping names, else what the headers say. */
export function settleColumns(header: string[], mapping: Mapping, list: QuestionList) {
  const { columns, unused, ambiguities } = guessColumns(header);
  const declared = mapping.columns ?? {};
  const isDeclared = (fact: FactName) => Object.hasOwn(declared, fact);
  for (const { fact, text, names } of ambiguities)
    if (!isDeclared(fact))
      list.ask('column', `${text}. Choose one in a mapping file.`, { fact, columns: names, choices: names });
  const taken = new Set<number>();
  const settled: Columns = new Map();
  for (const [fact, names] of Object.entries(declared) as [FactName, string | string[] | null][]) {
    const found = (names === null ? [] : [names].flat()).map((name) => columnNamed(name, header, fact, list));
    const chosen = found.filter((column) => column !== null).map((column) => ({ ...column, fact }));
    for (const { index } of chosen) taken.add(index);
    if (chosen.length > 0) settled.set(fact, chosen);
  }
  for (const [fact, candidates] of columns) {
    const free = candidates.filter(({ index }) => !taken.has(index));
    if (isDeclared(fact)) unused.push(...free);
    else if (free.length > 0) settled.set(fact, free);
  }
  if (!settled.has('model') && !isDeclared('model') && mapping.constants?.model === undefined)
    takeModelsFromNames(settled, unused);
  takeYearsFromDates(settled, mapping);
  return {
    columns: settled,
    unused: unused.filter(({ index }) => !taken.has(index)).sort((a, b) => a.index - b.index),
  };
}

const NAMES_OF_CARS = new Set(
  'vehicle vehicle_name car car_name title name fahrzeug véhicule vehículo veículo автомобиль السيارة سيارة ماشین خودرو گاڑی รถ รถยนต์ xe mobil kendaraan araç araba gari 车辆名称 车名 车辆 车型名称 车款 名称 厂牌型号 品牌型号 品牌车型 차량명 车名称'
    .split(' ')
    .map(nameKey),
);

/** A sheet without a column of models may have whole names, such as '2019 Toyota Corolla'. */
function takeModelsFromNames(columns: Columns, unused: Column[]): void {
  const at = unused.findIndex(({ header }) => NAMES_OF_CARS.has(nameKey(header)));
  const [name] = at < 0 ? [] : unused.splice(at, 1);
  if (name) columns.set('model', [{ ...name, fact: 'model' }]);
}

/**
 * Next to a column of models, a column named 'car' has the makes. If the cells of the models are years, as those of الموديل (model) often
 * are, it has the whole names.
 */
export function readNamesNextToModels(
  { rows, mapping: { columns: declared, constants }, namesMake }: PlanRequest,
  columns: Columns,
  unused: Column[],
): void {
  const has = (fact: FactName) => columns.has(fact) || constants?.[fact] !== undefined || declared?.[fact] === null;
  const models = columns.get('model') ?? [];
  if (has('make') || models.length !== 1 || !namesMake || declared?.model !== undefined) return;
  const at = unused.findIndex(({ header }) => NAMES_OF_CARS.has(nameKey(header)));
  const name = unused[at];
  if (!name || !isMostly(cellsOf([name], rows), namesMake)) return;
  const isYears = !has('year') && isMostly(cellsOf(models, rows), (cell) => YEAR.test(cell));
  unused.splice(at, 1);
  columns.set(isYears ? 'model' : 'make', [{ ...name, fact: isYears ? 'model' : 'make' }]);
  if (isYears) columns.set('year', [{ ...models[0]!, fact: 'year' }]);
}

/** In Western or Arabic digits. */
const YEAR = /^(?:(?:19|20)\d\d|[١۱][٩۹][٠-٩۰-۹]{2}|[٢۲][٠۰][٠-٩۰-۹]{2})$/;

const isMostly = (cells: string[], has: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter(has).length >= cells.length / 2;

/** Dealers' sheets often have the first registration and no year. */
function takeYearsFromDates(columns: Columns, { constants, columns: declared }: Mapping): void {
  if (columns.has('year') || constants?.year !== undefined || declared?.year === null) return;
  const dates = columns.get('productionMonth') ?? columns.get('firstRegistrationMonth');
  if (dates) columns.set('year', dates);
}

function columnNamed(name: string, header: string[], fact: FactName, list: QuestionList): Column | null {
  const exact = header.flatMap((other, index) => (other.trim() === name.trim() ? [index] : []));
  const same =
    exact.length > 0 ? exact : header.flatMap((other, index) => (nameKey(other) === nameKey(name) ? [index] : []));
  const [index] = same;
  if (index !== undefined && same.length === 1) return readHeader(header[index] ?? '', index);
  const text =
    same.length > 1
      ? `The sheet has ${same.length} columns named '${name}'. Give them different names.`
      : `The mapping names a column '${name}' that is not in the sheet. The columns are ${header.map((other) => `'${other.trim()}'`).join(', ')}.`;
  list.ask('conflict', text, { fact, columns: [name] });
  return null;
}

const YEAR_IN_MODEL = /(?:^|\D)(?:(?:19|20)\d\d(?=\s*款|年款)|^(?:19|20)\d\d(?=\s))/;

/** Returns the year that a model such as '卡罗拉 2019款' or '2019 Toyota Corolla' has. */
export function yearInModel(model: string): string | null {
  return /(?:19|20)\d\d/.exec(YEAR_IN_MODEL.exec(cellText(model))?.[0] ?? '')?.[0] ?? null;
}

/** Asks for the required facts that no column has. The make and the year may be in the cells of the model. */
export function askForMissing(
  { header, rows, mapping, namesMake }: PlanRequest,
  columns: Columns,
  list: QuestionList,
): { isMakeInModel: boolean; isYearInModel: boolean } {
  const constants = mapping.constants ?? {};
  for (const fact of Object.keys(constants) as FactName[]) {
    if (columns.has(fact))
      list.ask(
        'conflict',
        `The sheet has a column for the ${fact} (${named(columns.get(fact))}), but a constant is also given. Remove one of them.`,
        { fact, columns: columns.get(fact)?.map((column) => column.header) ?? [] },
      );
  }
  const models = cellsOf(columns.get('model') ?? [], rows);
  const isMissing = (fact: FactName) => !columns.has(fact) && !constants[fact];
  const isMakeInModel = isMissing('make') && namesMake !== undefined && isMostly(models, namesMake);
  const isYearInModel = isMissing('year') && isMostly(models, (model) => yearInModel(model) !== null);
  for (const fact of REQUIRED_FACTS) {
    if (!isMissing(fact) || (fact === 'make' && isMakeInModel) || (fact === 'year' && isYearInModel)) continue;
    const hint = fact === 'make' || fact === 'model' ? `, or set it with --${fact} if all cars share it` : '';
    list.ask(
      'column',
      `No column was recognized as the ${fact}. Name it in a mapping file${hint}. The columns are ${header.map((name) => `'${name.trim()}'`).join(', ')}.`,
      { fact, choices: header },
    );
  }
  return { isMakeInModel, isYearInModel };
}

const FILLABLE = ['make', 'model'] as const satisfies FactName[];
/** The share of rows with a blank make from which they look like merged cells, and not like a mistake. */
const MERGED_SHARE = 0.1;

/** Asks whether blank makes or models are those of the row above, as merged cells are saved in text files. */
export function fillDownOf(columns: Columns, rows: SourceRow[], mapping: Mapping, list: QuestionList): FactName[] {
  if (mapping.fillDown) return mapping.fillDown;
  const cars = rows.filter(({ cells }) =>
    (columns.get('price') ?? []).some(({ index }) => (cells[index] ?? '').trim() !== ''),
  );
  for (const fact of FILLABLE) {
    const candidates = columns.get(fact) ?? [];
    if (candidates.length !== 1) continue;
    const [column] = candidates;
    const isFilled = cars.map(({ cells }) => !isBlankCell(cellText(cells[column?.index ?? -1] ?? '')));
    const blank = isFilled.filter((is) => !is).length;
    if (blank < 2 || !isFilled[0] || blank < isFilled.length * MERGED_SHARE) continue;
    list.ask(
      'fillDown',
      `The column ${named(candidates)} is empty in ${blank} rows. Do they have the ${fact} of the row above?`,
      {
        fact,
        columns: candidates.map(({ header }) => header),
        choices: [fact, 'none'],
        option: `Add --fill-down ${fact} or --fill-down none.`,
      },
    );
  }
  return [];
}

export function cellsOf(columns: Column[], rows: SourceRow[]): string[] {
  return rows
    .flatMap(({ cells }) => columns.map(({ index }) => cellText(cells[index] ?? '')))
    .filter((cell) => !isBlankCell(cell));
}

export function named(columns: Column[] = []): string {
  return columns.map(({ header }) => `'${header.trim()}'`).join(', ');
}
