import { parse } from 'csv-parse/sync';
import { MAX_SAILING_CARS, type SailingBody } from '#features/shipping/shipments/model/shipment-contract.ts';
import { AppError } from '#lib/app-error.ts';

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
  const [heads = [], ...lines] = rows;
  const columns = heads.map(
    (head) =>
      COLUMNS[
        head
          .trim()
          .toLowerCase()
          .replace(/[._\s]+/g, ' ')
          .trim()
      ],
  );
  if (!columns.includes('car')) throw invalid({ messageKey: 'shipments.csv.noCar' });
  return lines.map((cells) => {
    const row: Partial<ListedCar> = {};
    for (const [index, name] of columns.entries()) {
      const cell = cells[index]?.trim();
      if (name && cell) row[name] ??= cell;
    }
    return { ...row, car: row.car ?? '' };
  });
}

function rowsOf(csv: string): string[][] {
  try {
    const delimiter = [',', ';', '\t'];
    return parse(csv, { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true, trim: true });
  } catch (error) {
    throw new AppError('malformed', 'no CSV', { messageKey: 'shipments.csv.broken', cause: error });
  }
}

function invalid(options: ConstructorParameters<typeof AppError>[2]): AppError {
  return new AppError('malformed', 'an unusable list of cars', options);
}
