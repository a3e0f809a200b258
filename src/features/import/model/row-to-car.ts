import { type ListingFacts, MAX_LENGTH } from '#features/listings/model/listing.ts';
import { isOtherMake } from '#features/vehicles/model/vehicle-name.ts';
import { cellText, isBlankCell, saysUnknown, unstorable } from '#lib/cell-text.ts';
import {
  type Reading,
  readEngine,
  readLine,
  readMileage,
  readOwners,
  readPrice,
  readProse,
  readSeats,
  readYear,
} from './cell-values.ts';
import type { FactName } from './fact-columns.ts';
import type { Column } from './guess-columns.ts';
import type { ImportPlan } from './import-plan.ts';
import { colorName, readWord } from './vehicle-words.ts';
import { readVinCell } from './vin-check.ts';

/** A parsed row. Make and model are as in the row, not catalog names. */
export type CsvCar = Omit<
  ListingFacts,
  'imageKeys' | 'imagePlaceholders' | 'serviceHistory' | 'modificationDetails' | 'extraFeatures' | 'certificationReport'
>;

/** A problem with a cell, or with the whole row if column and value are empty. */
export type RowProblem = { column: string; value: string; reason: string };

/** `from`: the column that each fact was taken from. */
type RowResult =
  | { car: CsvCar; warnings: RowProblem[]; from: Column[] }
  | { car: null; rejected: RowProblem; warnings: RowProblem[] };

export function parseRow(plan: ImportPlan, cells: string[]): RowResult {
  const row = new RowReader(plan, cells);
  if (cells.length !== plan.header.length) {
    row.reject(
      `the row has ${cells.length} cells but the header has ${plan.header.length}, so its columns are shifted`,
    );
  } else {
    const unfit = unstorable(cells.join(''));
    if (unfit) row.reject(`the row ${unfit}`);
  }
  if (row.rejections.length > 0) return row.result(null);

  const line = (fact: keyof typeof MAX_LENGTH & FactName) =>
    row.optional(fact, (cell) => readLine(cell, MAX_LENGTH[fact]));
  const name = (fact: 'make' | 'model') =>
    row.required(fact, (cell) =>
      isOtherMake(cell) ? { problem: `'${cellText(cell)}' is not a ${fact}` } : readLine(cell, MAX_LENGTH[fact]),
    );
  const [make, model] = [name('make'), name('model')];
  const year = row.required('year', (cell) => readYear(cell, plan.thisYear));
  const priceCents = row.required('price', (cell) => readPrice(cell, plan.money));
  const stockNumber = row.identity('stockNumber', (cell) => readLine(cell, MAX_LENGTH.stockNumber));
  if (make === null || model === null || year === null || priceCents === null || row.rejections.length > 0)
    return row.result(null);

  const fuelType = row.optional('fuelType', (cell) => readWord('fuelType', cell));
  const [exterior, interior] = [line('exteriorColor'), line('interiorColor')];
  return row.result({
    offer: plan.offer,
    stockNumber,
    make,
    model,
    year,
    priceCents,
    trim: line('trim'),
    mileage: row.optional('mileage', (cell) => readMileage(cell, plan.mileage)),
    carType: row.optional('carType', (cell) => readWord('carType', cell)),
    fuelType,
    transmission: row.optional('transmission', (cell) => readWord('transmission', cell)),
    engineCc: row.optional(
      'engine',
      (cell) => readEngine(cell, plan.engine),
      (cell) => fuelType === 'electric' && /^0[.,0]*\D*$/.test(cell),
    ),
    seatingCapacity: row.optional('seatingCapacity', readSeats),
    exteriorColor: exterior && colorName(exterior),
    interiorColor: interior && colorName(interior),
    location: line('location'),
    vin: row.optional('vin', readVinCell),
    owners: row.optional('owners', readOwners),
    condition: row.optional('condition', (cell) => readWord('condition', cell)),
    description: row.optional('description', (cell) => readProse(cell, MAX_LENGTH.description)),
  });
}

/** Reads facts from the cells of one row and collects problems. */
class RowReader {
  readonly rejections: RowProblem[] = [];
  readonly #warnings: RowProblem[] = [];
  readonly #from: Column[] = [];
  readonly #plan: ImportPlan;
  readonly #cells: string[];

  constructor(plan: ImportPlan, cells: string[]) {
    this.#plan = plan;
    this.#cells = cells;
  }

  reject(reason: string): void {
    this.rejections.push({ column: '', value: '', reason });
  }

  required<Value>(fact: FactName, read: (cell: string) => Reading<Value>): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (value === null)
      this.rejections.push(rowProblem ?? { column: this.#firstHeader(fact), value: '', reason: `${fact} is missing` });
    return value;
  }

  /** Reads a fact that may be missing. An invalid value rejects the row. */
  identity<Value>(fact: FactName, read: (cell: string) => Reading<Value>): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (rowProblem) this.rejections.push(rowProblem);
    return value;
  }

  /** Reads an optional fact. An invalid value is omitted with a warning, unless `isHarmless` accepts the cell. */
  optional<Value>(
    fact: FactName,
    read: (cell: string) => Reading<Value>,
    isHarmless?: (cell: string) => boolean,
  ): Value | null {
    const { value, rowProblem } = this.#read(fact, read);
    if (rowProblem && !isHarmless?.(cellText(rowProblem.value))) this.#warnings.push(rowProblem);
    return value;
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
  #read<Value>(
    fact: FactName,
    read: (cell: string) => Reading<Value>,
  ): { value: Value | null; rowProblem: RowProblem | null } {
    let rowProblem: RowProblem | null = null;
    for (const [column, value] of this.#candidates(fact)) {
      const text = cellText(value);
      if (isBlankCell(text)) continue;
      const meant = this.#plan.values[fact]?.get(text.toLowerCase()) ?? value;
      const reading = read(meant);
      const header = column?.header.trim() ?? `the given ${fact}`;
      if ('value' in reading) {
        if (column) this.#from.push(column);
        const remark = reading.remark ? { column: header, value, reason: reading.remark } : null;
        if (remark) this.#warnings.push(remark);
        return { value: reading.value, rowProblem: null };
      }
      rowProblem = { column: header, value, reason: reading.problem };
      if (saysUnknown(text)) break;
    }
    return { value: null, rowProblem };
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
