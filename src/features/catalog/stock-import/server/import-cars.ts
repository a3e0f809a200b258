import { hash } from 'node:crypto';
import type { VehicleFinder } from '#features/catalog/vehicles/server/add-vehicles.ts';
import { type CsvRow, isBlankRow } from '#lib/server/csv/read-csv.ts';
import type { Column } from '../model/guess-columns.ts';
import type { ImportPlan } from '../model/import-plan.ts';
import { type CsvCar, parseRow, type RowProblem } from '../model/row-to-car.ts';
import type { ImportedCar } from './import-store.ts';

/** The result of a row: a car, or why it was rejected. */
export type Reading = { row: CsvRow; car: ImportedCar | null; rejected: RowProblem | null; warnings: RowProblem[] };

const CONTENT_PREFIX = 'row-';

/** Reads the cars of one spreadsheet row by row and detects duplicates. */
export class CsvCars {
  rows = 0;
  blank = 0;
  sinceLastBatch = 0;
  /** Number of rows identified by their whole content because they have neither stock number nor VIN. */
  byContent = 0;
  /** Number of cars that took a fact from each column. */
  readonly taken = new Map<Column, number>();
  readonly #plan: ImportPlan;
  readonly #vehicles: VehicleFinder;
  readonly #stockNumbers = new Map<string, number>();
  readonly #vins = new Map<string, number>();

  constructor(plan: ImportPlan, vehicles: VehicleFinder) {
    this.#plan = plan;
    this.#vehicles = vehicles;
  }

  /** Returns null for a blank row. */
  async read(row: CsvRow): Promise<Reading | null> {
    this.rows++;
    if (isBlankRow(row.cells)) {
      this.blank++;
      return null;
    }
    const result = parseRow(this.#plan, row.cells);
    if (!result.car) return { row, car: null, rejected: result.rejected, warnings: [] };
    const vehicle = await this.#vehicles.find(result.car.make, result.car.model);
    if ('problem' in vehicle) return rejection(row, vehicle.problem);
    const car = this.#identified({ ...result.car, ...vehicle }, row.cells);
    const duplicate = this.#findDuplicate(car, row.row);
    if (duplicate) return rejection(row, duplicate);
    this.sinceLastBatch++;
    for (const column of result.from) this.taken.set(column, (this.taken.get(column) ?? 0) + 1);
    return { row, car, rejected: null, warnings: result.warnings };
  }

  #identified(car: ImportedCar, cells: string[]): ImportedCar {
    if (car.stockNumber !== null || car.vin !== null) return car;
    this.byContent++;
    const content = cells.map((cell) => cell.trim()).join('\u001f');
    return { ...car, stockNumber: CONTENT_PREFIX + hash('sha256', content, 'base64url').slice(0, 22) };
  }

  /** Records a car. Returns a reason if the spreadsheet had it before. */
  #findDuplicate({ stockNumber, vin }: CsvCar, row: number): string | null {
    const stockRow = stockNumber === null ? undefined : this.#stockNumbers.get(stockNumber);
    if (stockRow !== undefined) {
      return stockNumber?.startsWith(CONTENT_PREFIX)
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

function rejection(row: CsvRow, reason: string): Reading {
  return { row, car: null, rejected: { column: '', value: '', reason }, warnings: [] };
}
