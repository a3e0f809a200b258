import { MAX_SAILING_CARS, type SailingBody } from '#features/shipping/shipments/model/shipment-contract.ts';
import { AppError } from '#lib/app-error.ts';
import { namedRows } from '#lib/server/tables/named-rows.ts';
import { SourceError } from '#lib/server/tables/read-source.ts';

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
  try {
    const table = namedRows(csv, columnOf);
    if (!table?.names.includes('car')) throw invalid({ messageKey: 'shipments.csv.noCar' });
    return table.rows.map(({ fields: { car = '', container, seal } }) => ({
      car,
      ...(container && { container }),
      ...(seal && { seal }),
    }));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new AppError('malformed', 'no CSV', { messageKey: 'shipments.csv.broken', cause: error });
  }
}

function columnOf(header: string): keyof ListedCar | undefined {
  const name = header.replace(/[._\s]+/g, ' ').trim();
  return Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
}

function invalid(options: ConstructorParameters<typeof AppError>[2]): AppError {
  return new AppError('malformed', 'an unusable list of cars', options);
}
