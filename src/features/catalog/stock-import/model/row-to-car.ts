import { factConflicts } from '#features/catalog/listings/model/facts/fact-conflicts.ts';
import { type Listing, MAX_LENGTH } from '#features/catalog/listings/model/listing.ts';
import {
  type ChoiceName,
  type FieldValue,
  type FieldValues,
  LISTING_FIELDS,
} from '#features/catalog/listings/model/listing-fields.ts';
import { isOtherMake } from '#features/catalog/vehicles/model/vehicle-name.ts';
import { parseVin, type VinProblem, vinRegion } from '#features/catalog/vehicles/model/vin.ts';
import { checkDigitConflict } from '#features/catalog/vehicles/model/vin-conflicts.ts';
import { cellText, isBlankCell, isUnknownCell, unstorable } from '#lib/cell-text.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import {
  mileageUnitInCell,
  type Reading,
  readDoors,
  readEngine,
  readKeys,
  readLine,
  readMileage,
  readNumber,
  readPercent,
  readPrice,
  readProse,
  readSeats,
  readYear,
} from './cell-values.ts';
import { type FactName, IMPORTED_FIELDS, type ImportedField } from './fact-columns.ts';
import type { Column } from './guess-columns.ts';
import {
  AMOUNTS,
  type AmountField,
  cycleIn,
  isAmount,
  readAmount,
  readCountry,
  readDay,
  readDimensions,
  readMonth,
} from './import-fact-values.ts';
import type { ImportPlan } from './import-plan.ts';
import { yearInModel } from './settle-columns.ts';
import { colorName, readWord } from './vehicle-words.ts';
import { currenciesOf } from './words/currencies.ts';
import { UNKNOWN_CUSTOM, type Written } from './written.ts';

/** A parsed row. Make and model are as in the row, not catalog names. */
export type CsvCar = FieldValues<ImportedField> &
  Pick<Listing, 'offer' | 'make' | 'model' | 'trim' | 'year' | 'priceCents' | 'mileage'> & {
    stockNumber: string | null;
  };

type ParsedRow = Pick<SourceRow, 'cells' | 'width' | 'typed'>;

/** A problem with a cell, or with the whole row if column and value are empty. */
export type RowProblem = { column: string; value: string; reason: string };

/** `from`: the column that each fact was taken from. */
type RowResult =
  | { car: CsvCar; warnings: RowProblem[]; from: Column[] }
  | { car: null; rejected: RowProblem; warnings: RowProblem[] };

/** Parses a row of cells. A text table says how many cells the row has, because a shorter one may be shifted. */
export function parseRow(plan: ImportPlan, { cells, width = plan.header.length, typed }: ParsedRow): RowResult {
  const row = new RowReader(plan, cells, typed);
  const found = width < plan.header.length ? width : Math.max(cells.length, plan.header.length);
  if (found !== plan.header.length) {
    row.reject(`the row has ${found} cells but the header has ${plan.header.length}, so its columns are shifted`);
  } else {
    // With a sign between them, because two halves in neighboring cells would join.
    const unfit = unstorable(cells.join('\n'));
    if (unfit) row.reject(`the row ${unfit}`);
  }
  if (row.rejections.length > 0) return row.result(null);

  const name = (fact: 'make' | 'model') =>
    row.required(fact, (cell) =>
      isOtherMake(cell) ? { problem: `'${cellText(cell)}' is not a ${fact}` } : readLine(cell, MAX_LENGTH[fact]),
    );
  const [make, model] = [plan.isMakeInModel ? '' : name('make'), name('model')];
  const thisYear = Number(plan.today.slice(0, 4));
  const year = plan.isYearInModel
    ? row.year(thisYear)
    : row.required('year', (cell, _, written) => readYear(cell, thisYear, written));
  const currencies = currenciesOf(row.text('currency'));
  const priceCents = row.required('price', (cell, _, written) => readPrice(cell, plan.money, written, currencies));
  const stockNumber = row.identity('stockNumber', (cell) => readLine(cell, MAX_LENGTH.stockNumber));
  if (make === null || model === null || year === null || priceCents === null || row.rejections.length > 0)
    return row.result(null);

  return row.result({
    offer: plan.offer,
    stockNumber,
    make,
    model,
    year,
    priceCents,
    trim: row.optional('trim', (cell) => readLine(cell, MAX_LENGTH.trim)),
    mileage: row.optional('mileage', (cell, _, written) =>
      readMileage(cell, plan.mileage, written, mileageUnitInCell(row.text('mileageUnit'))),
    ),
    ...readFields(row, plan, year),
  });
}

function readFields(row: RowReader, plan: ImportPlan, year: number): FieldValues<ImportedField> {
  const values: Partial<Record<ImportedField, FieldValue<ImportedField>>> = {};
  for (const name of IMPORTED_FIELDS) {
    const isHarmless = (cell: string) =>
      (name === 'engine' && values.fuelType === 'electric' && /^0[.,0]*\D*$/.test(cell)) ||
      (MONTH_FIELDS.includes(name) && isYearOnly(name, cell, plan)) ||
      // Sheets of other sites have 0 for what is not known.
      (isAmount(name) && /^0[.,0]*$/.test(cell));
    values[name] = row.optional(
      name,
      (cell, column, written) => readField(name, cell, { column, written, plan }),
      isHarmless,
    );
  }
  const size = row.optional('dimensions', readDimensions);
  for (const name of SIZES) values[name] ??= size?.[name] ?? null;
  if (values.rangeKm !== null) values.rangeCycle ??= row.cycle();
  for (const [name, problem] of Object.entries(factConflicts({ ...values, year }, plan.today))) {
    row.warn(name as ImportedField, REASONS[problem] ?? 'contradicts other cells');
    values[name as ImportedField] = null;
  }
  return values as FieldValues<ImportedField>;
}

const SIZES = ['lengthMm', 'widthMm', 'heightMm'] as const;
const MONTH_FIELDS: readonly ImportedField[] = ['productionMonth', 'firstRegistrationMonth'];

/** Whether a cell only has the year, which is read as the year of the car. */
function isYearOnly(name: ImportedField, cell: string, { columns }: ImportPlan): boolean {
  const dates = columns.get(name);
  return dates !== undefined && columns.get('year') === dates && /^\d{4}(\.0+|年)?$/.test(cell);
}

const REASONS: Partial<Record<MessageKey, string>> = {
  'sell.conflict.future': 'is in the future',
  'sell.conflict.productionYear': 'is more than a year from the model year',
  'sell.conflict.beforeProduction': 'is before the car was built',
  'sell.conflict.fuel': 'only electric and hybrid cars have this',
};

function readField(
  name: ImportedField,
  cell: string,
  { column, written, plan }: { column: Column | null; written: Written; plan: ImportPlan },
): Reading<FieldValue<ImportedField>> {
  switch (name) {
    case 'engine':
      return readEngine(cell, plan.engine, written);
    case 'seatingCapacity':
      return readSeats(cell);
    case 'doors':
      return readDoors(cell);
    case 'keys':
      return readKeys(cell);
    case 'batteryHealth':
      return readPercent(cell, LISTING_FIELDS[name].range, 'state of health');
    case 'vin':
      return readVinCell(cell);
    case 'exteriorColor':
    case 'interiorColor':
      return readColor(cell, LISTING_FIELDS[name].maxLength);
    default:
      return isAmount(name) ? readAmount(name, cell, unitOf(name, column), written) : readByKind(name, cell, written);
  }
}

/** Returns the unit of a column. Chinese and given values are in the unit of the field unless they say otherwise. */
function unitOf(name: AmountField, column: Column | null): string | null {
  const usual = column === null || /\p{Script=Han}/u.test(column.header);
  return column?.unit ?? (usual ? (Object.keys(AMOUNTS[name].units)[0] ?? null) : null);
}

function readByKind(name: ImportedField, cell: string, written: Written): Reading<FieldValue<ImportedField>> {
  const field = LISTING_FIELDS[name];
  switch (field.kind) {
    case 'choice':
      return readWord(name as ChoiceName, cell);
    case 'number':
      return readNumber(cell.replace(/ ?(mm|毫米)$/i, ''), field.range, name);
    case 'month':
      return readMonth(cell, written);
    case 'day':
      return readDay(cell, written);
    case 'country':
      return readCountry(cell);
    case 'text':
      return readLine(cell, field.maxLength);
    case 'prose':
      return readProse(cell, field.maxLength);
  }
}

/** Translates known colors to English. */
function readColor(cell: string, maxLength: number): Reading<string> {
  const reading = readLine(cell, maxLength);
  return 'value' in reading ? { value: colorName(reading.value) } : reading;
}

type ReadCell<Value> = (cell: string, column: Column | null, written: Written) => Reading<Value>;

/** Reads facts from the cells of one row and collects problems. */
class RowReader {
  readonly rejections: RowProblem[] = [];
  readonly #warnings: RowProblem[] = [];
  readonly #from: Column[] = [];
  readonly #plan: ImportPlan;
  readonly #cells: string[];
  readonly #typed: SourceRow['typed'];

  constructor(plan: ImportPlan, cells: string[], typed: SourceRow['typed']) {
    this.#plan = plan;
    this.#cells = cells;
    this.#typed = typed;
  }

  /** Returns the first filled cell of a fact that says how others are meant. */
  text(fact: FactName): string {
    return this.#candidates(fact).find(([, cell]) => !isBlankCell(cellText(cell)))?.[1] ?? '';
  }

  /** Returns the year that the model has. */
  year(thisYear: number): number | null {
    const year = yearInModel(this.text('model'));
    const reading = year === null ? { problem: 'year is missing' } : readYear(year, thisYear);
    if ('value' in reading) return reading.value;
    this.rejections.push({ column: this.#firstHeader('model'), value: this.text('model'), reason: reading.problem });
    return null;
  }

  reject(reason: string): void {
    this.rejections.push({ column: '', value: '', reason });
  }

  required<Value>(fact: FactName, read: ReadCell<Value>): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (value === null)
      this.rejections.push(rowProblem ?? { column: this.#firstHeader(fact), value: '', reason: `${fact} is missing` });
    return value;
  }

  /** Reads a fact that may be missing. An invalid value rejects the row. */
  identity<Value>(fact: FactName, read: ReadCell<Value>): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (rowProblem) this.rejections.push(rowProblem);
    return value;
  }

  /** Reads an optional fact. An invalid value is omitted with a warning, unless `isHarmless` accepts the cell. */
  optional<Value>(fact: FactName, read: ReadCell<Value>, isHarmless?: (cell: string) => boolean): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (rowProblem && !isHarmless?.(cellText(rowProblem.value))) this.#warnings.push(rowProblem);
    return value;
  }

  /** Warns of a value that was read and is left out. */
  warn(fact: FactName, reason: string): void {
    const [column, value = ''] = this.#candidates(fact).find(([, cell]) => !isBlankCell(cellText(cell))) ?? [];
    this.#warnings.push({ column: column?.header.trim() ?? `the given ${fact}`, value, reason });
  }

  /** Returns the test cycle that the column or the cell of the range names. */
  cycle() {
    return cycleIn(...this.#candidates('rangeKm').flatMap(([column, cell]) => [cell, column?.header ?? '']));
  }

  result(car: CsvCar | null): RowResult {
    if (car) return { car, warnings: this.#warnings, from: this.#from };
    const [first] = this.rejections;
    const reason = this.rejections.map(({ reason }) => reason).join('; ');
    return {
      car: null,
      rejected: { column: first?.column ?? '', value: first?.value ?? '', reason },
      warnings: this.#warnings,
    };
  }

  /** Uses the first valid cell of the fact's columns. Stops at a cell that says 'unknown'. */
  #read<Value>(fact: FactName, read: ReadCell<Value>): { value: Value | null; rowProblem: RowProblem | null } {
    let rowProblem: RowProblem | null = null;
    for (const [column, value] of this.#candidates(fact)) {
      const text = cellText(value);
      if (isBlankCell(text)) continue;
      const meant = this.#plan.values[fact]?.get(text.toLowerCase()) ?? value;
      const reading = read(meant, column, meant === value && column ? this.#writtenOf(column) : UNKNOWN_CUSTOM);
      const header = column?.header.trim() ?? `the given ${fact}`;
      // A cell of nothing but tags or invisible characters.
      if ('value' in reading && reading.value === '') continue;
      if ('value' in reading) {
        if (column) this.#from.push(column);
        const remark = reading.remark ? { column: header, value, reason: reading.remark } : null;
        if (remark) this.#warnings.push(remark);
        return { value: reading.value, rowProblem: null };
      }
      rowProblem = { column: header, value, reason: reading.problem };
      if (isUnknownCell(text)) break;
    }
    return { value: null, rowProblem };
  }

  #writtenOf({ index }: Column): Written {
    return { ...(this.#plan.customs.get(index) ?? UNKNOWN_CUSTOM), stored: this.#typed?.get(index) ?? null };
  }

  #candidates(fact: FactName): [Column | null, string][] {
    const constant = this.#plan.constants[fact];
    if (constant !== undefined) return [[null, constant]];
    return (this.#plan.columns.get(fact) ?? []).map((column) => [column, this.#cells[column.index] ?? '']);
  }

  #firstHeader(fact: FactName): string {
    return this.#plan.columns.get(fact)?.[0]?.header.trim() ?? '';
  }
}

const VIN_PROBLEMS: Record<VinProblem, string> = {
  'sell.vin.length': 'a VIN has 17 characters',
  'sell.vin.characters': 'a VIN contains only digits and the letters A to Z except I, O and Q',
  'sell.vin.letters': 'a VIN never contains the letters I, O or Q',
  'sell.vin.frameNumber': 'a Japanese frame number is not a VIN',
  'sell.vin.placeholder': 'one character repeated is not a VIN',
};

/** Parses a VIN by the rules of the sell form. Suggestions and warnings become part of the reason or remark. */
export function readVinCell(cell: string): Reading<string> {
  const reading = parseVin(cell);
  if ('problem' in reading) {
    const { problem, suggestion } = reading;
    return { problem: VIN_PROBLEMS[problem] + (suggestion ? `: is it ${suggestion}?` : '') };
  }
  const { vin } = reading;
  if (checkDigitConflict(vin) === null) return { value: vin };
  const origin = vinRegion(vin) === 'china' ? 'Chinese' : 'North American';
  return { value: vin, remark: `kept, but the check digit of this ${origin} VIN is wrong` };
}
