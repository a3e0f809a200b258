import { MAX_SAILING_CARS, type SailingBody } from '#features/shipping/shipments/model/shipment-contract.ts';
import { AppError } from '#lib/app-error.ts';
import { SourceError, splitText } from '#lib/server/tables/read-source.ts';
import { MAX_ROWS_ABOVE } from '#lib/tables/layout.ts';
import { unprotected } from '#lib/tables/numbers.ts';
import { guessedDelimiter } from '#lib/tables/split-text.ts';

/** A line of a carrier's list. */
export type ListedCar = { car: string; container?: string | undefined; seal?: string | undefined };

const COLUMNS: Record<string, keyof ListedCar> = {
  car: 'car',
  order: 'car',
  'order no': 'car',
  'order number': 'car',
  vin: 'car',
  chassis: 'car',
  'chassis no': 'car',
  container: 'container',
  'container no': 'container',
  'container number': 'container',
  seal: 'seal',
  'seal no': 'seal',
  'seal number': 'seal',
};

/** Returns the cars of a call: those it names and those of its CSV. Other columns of the CSV are ignored. */
export function listedCars({ cars = [], csv }: Pick<SailingBody, 'cars' | 'csv'>): ListedCar[] {
  const listed = [...cars, ...(csv === undefined ? [] : carsOfCsv(csv))];
  if (listed.length > MAX_SAILING_CARS)
    throw invalid({ write: (t) => t('shipments.csv.tooMany', { max: t.number(MAX_SAILING_CARS) }) });
  return listed;
}

function carsOfCsv(csv: string): ListedCar[] {
  const rows = rowsOf(csv);
  // Carriers write their name and the ship above the list.
  const at = rows.slice(0, MAX_ROWS_ABOVE).findIndex((cells) => cells.some((cell) => columnOf(cell) === 'car'));
  const columns = (rows[at] ?? []).map(columnOf);
  if (!columns.includes('car')) throw invalid({ messageKey: 'shipments.csv.noCar' });
  return rows.slice(at + 1).map((cells) => {
    const row: Partial<ListedCar> = {};
    for (const [index, name] of columns.entries()) {
      const cell = cells[index]?.trim();
      if (name && cell) row[name] ??= cell;
    }
    return { ...row, car: row.car ?? '' };
  });
}

function columnOf(head: string): keyof ListedCar | undefined {
  const name = head
    .toLowerCase()
    .replace(/[._\s]+/g, ' ')
    .trim();
  return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

/** The rows that have cells. Spreadsheet programs protect long numbers as ="123" or '123. */
function rowsOf(csv: string): string[][] {
  try {
    const rows = splitText(csv, guessedDelimiter(csv) ?? ',').map(({ cells }) => cells.map(unprotected));
    return rows.filter((cells) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new AppError('malformed', 'no CSV', { messageKey: 'shipments.csv.broken', cause: error });
  }
}

function invalid(options: ConstructorParameters<typeof AppError>[2]): AppError {
  return new AppError('malformed', 'an unusable list of cars', options);
}
