import { hash } from 'node:crypto';
import { MAX_LENGTH } from '#features/catalog/listings/model/listing.ts';
import type { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import { cellText, isBlankCell, shortened } from '#lib/cell-text.ts';
import { unprotected } from '#lib/tables/numbers.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import type { Column } from '../model/guess-columns.ts';
import type { ImportPlan } from '../model/import-plan.ts';
import { type CsvCar, parseRow, type RowProblem } from '../model/row-to-car.ts';
import {
  type CarColumns,
  isBlankRow,
  LEFT_OUT_REASONS,
  type LeftOutReason,
  reasonToLeaveOut,
} from '../model/stock-table.ts';
import type { ImportedCar } from './import-store.ts';
import type { StockSource } from './stock-source.ts';

/** Prefix of stock numbers that are derived from the content of a row. */
const CONTENT_PREFIX = 'row-';
const isByContent = (stockNumber: string) => stockNumber.startsWith(CONTENT_PREFIX);

/** What a row of the file holds: a car, or why not. */
export type ReadRow = { row: number; cells: string[]; warnings: RowProblem[] } & (
  | { car: ImportedCar; rejected: null; leftOut: null }
  | { car: null; rejected: RowProblem; leftOut: null }
  | { car: null; rejected: null; leftOut: LeftOutReason | 'blank' }
);

/** Reads the cars of a table, row by row. */
export class CarReader {
  /** Number of rows identified by their whole content because they have neither stock number nor VIN. */
  byContent = 0;
  /** Number of cars that took a fact from each column. */
  readonly taken = new Map<Column, number>();
  /** Stock numbers and VINs of all rows, also of rejected ones. */
  readonly seen = { stockNumbers: new Set<string>(), vins: new Set<string>() };
  readonly #plan: ImportPlan;
  readonly #source: StockSource;
  readonly #vehicles: VehicleFinder;
  readonly #leavesHiddenOut: boolean;
  readonly #columns: CarColumns;
  readonly #stockNumbers = new Map<string, number>();
  readonly #vins = new Map<string, number>();

  constructor(plan: ImportPlan, source: StockSource, vehicles: VehicleFinder, leavesHiddenOut: boolean) {
    this.#plan = plan;
    this.#source = source;
    this.#vehicles = vehicles;
    this.#leavesHiddenOut = leavesHiddenOut;
    const { header, headerRows } = source.table;
    const indexes = (fact: 'model' | 'year' | 'price' | 'description') =>
      (plan.columns.get(fact) ?? []).map(({ index }) => index);
    const car = (['model', 'year', 'price'] as const).map(indexes).filter((places) => places.length > 0);
    this.#columns = { header, headerRows, car, description: indexes('description') };
  }

  /** Reads all rows of the file in their order. */
  async *read(): AsyncGenerator<ReadRow> {
    const { table, hiddenRows } = this.#source;
    for (const { row, reason, cells } of table.leftOut) yield leftOut(row, cells, reason);
    let isBelowCar = false;
    const above = new Map<number, string>();
    for (const [at, source] of table.body.entries()) {
      const { row, cells } = source;
      const isHidden = hiddenRows.has(row);
      const reason: LeftOutReason | 'blank' | null = isBlankRow(cells)
        ? 'blank'
        : isHidden && this.#leavesHiddenOut
          ? 'hidden'
          : reasonToLeaveOut(cells, this.#columns, isBelowCar);
      isBelowCar = reason === null || reason === 'joined';
      if (reason) {
        yield leftOut(row, cells, reason);
        continue;
      }
      const read = await this.#car(this.#whole(source, table.body, at, above));
      if (isHidden) read.warnings.push(HIDDEN);
      yield { ...read, cells };
    }
  }

  /** Completes the cells of a row: protected ones, merged ones, and the descriptions that go on in rows below. */
  #whole(source: SourceRow, body: SourceRow[], at: number, above: Map<number, string>): SourceRow {
    const { header } = this.#plan;
    const cells = source.cells.map(unprotected);
    while (cells.length < header.length) cells.push('');
    for (const { index } of this.#plan.fillDown.flatMap((fact) => this.#plan.columns.get(fact) ?? [])) {
      const cell = cells[index] ?? '';
      if (isBlankCell(cellText(cell))) cells[index] = above.get(index) ?? '';
      else above.set(index, cell);
    }
    for (let next = at + 1; next <= at + MAX_JOINED; next++) {
      const below = body[next];
      if (!below || isBlankRow(below.cells) || reasonToLeaveOut(below.cells, this.#columns, true) !== 'joined') break;
      for (const index of this.#columns.description)
        cells[index] = `${cells[index]}\n${below.cells[index] ?? ''}`.trim();
    }
    return { ...source, cells };
  }

  async #car(source: SourceRow): Promise<ReadRow> {
    const { row, cells } = source;
    this.#see(cells);
    const result = parseRow(this.#plan, source);
    if (!result.car) return { row, cells, car: null, rejected: result.rejected, leftOut: null, warnings: [] };
    const vehicle = await this.#vehicles.find(result.car.make, result.car.model);
    if ('problem' in vehicle) return rejection(source, this.#plan.isMakeInModel ? NO_MAKE : vehicle.problem);
    const trim = result.car.trim ?? (vehicle.trim && shortened(vehicle.trim, MAX_LENGTH.trim).trimEnd());
    const car = this.#identified({ ...result.car, ...vehicle, trim }, cells);
    const duplicate = this.#findDuplicate(car, row);
    if (duplicate) return rejection(source, duplicate);
    for (const column of result.from) this.taken.set(column, (this.taken.get(column) ?? 0) + 1);
    return { row, cells, car, rejected: null, leftOut: null, warnings: result.warnings };
  }

  #see(cells: string[]): void {
    const textsOf = (fact: 'stockNumber' | 'vin') =>
      (this.#plan.columns.get(fact) ?? [])
        .map(({ index }) => cellText(cells[index] ?? ''))
        .filter((text) => text !== '');
    for (const text of textsOf('stockNumber')) this.seen.stockNumbers.add(text);
    for (const text of textsOf('vin')) this.seen.vins.add(text.toUpperCase());
  }

  #identified(car: ImportedCar, cells: string[]): ImportedCar {
    if (car.stockNumber !== null || car.vin !== null) return car;
    this.byContent++;
    const content = cells.map((cell) => cell.trim()).join('\u001f');
    return { ...car, stockNumber: CONTENT_PREFIX + hash('sha256', content, 'base64url').slice(0, 22) };
  }

  /** Records a car. Returns a reason if the file had it before. */
  #findDuplicate({ stockNumber, vin }: CsvCar, row: number): string | null {
    const stockRow = stockNumber === null ? undefined : this.#stockNumbers.get(stockNumber);
    if (stockRow !== undefined) {
      return stockNumber && isByContent(stockNumber)
        ? `the same as row ${stockRow}, cell by cell`
        : `the stock number is that of row ${stockRow}`;
    }
    const vinRow = vin === null ? undefined : this.#vins.get(vin);
    if (vinRow !== undefined) return `the VIN is that of row ${vinRow}`;
    if (stockNumber !== null) this.#stockNumbers.set(stockNumber, row);
    if (vin !== null) this.#vins.set(vin, row);
    return null;
  }
}

/** Rows below a car that may go on with its description. */
const MAX_JOINED = 20;
const HIDDEN: RowProblem = { column: '', value: '', reason: `the row is ${LEFT_OUT_REASONS.hidden}` };
const NO_MAKE = 'the model does not begin with the name of a known make';

const leftOut = (row: number, cells: string[], reason: LeftOutReason | 'blank'): ReadRow => ({
  row,
  cells,
  car: null,
  rejected: null,
  leftOut: reason,
  warnings: [],
});

const rejection = ({ row, cells }: SourceRow, reason: string): ReadRow => ({
  row,
  cells,
  car: null,
  rejected: { column: '', value: '', reason },
  leftOut: null,
  warnings: [],
});
