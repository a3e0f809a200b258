import {
  isLandedOrder,
  type ListingCriteria,
  type ListOrder,
  MAY_IMPORT,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { priceBreakdown } from '#features/catalog/listings/model/listing-pricing.ts';
import {
  criteriaSql,
  listingOrderSql,
  Parameters,
  sortColumn,
} from '#features/catalog/listings/server/criteria-sql.ts';
import { IMPORT_COLUMNS, type ImportRow, importCarOfRow } from '#features/catalog/listings/server/facts/import-car.ts';
import type { Light } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import { type RulesOf, unknownCountry } from './memory/destinations/destinations.ts';

/** More cars are not assessed for one request: reading and assessing this many takes about 200 ms. */
const MOST_ASSESSED = 5_000;

/** A car for sale, and what the rules of a destination say about it. */
type AssessedCar = { id: number; hasPictures: boolean; light: Light; cents: number | null };
type AssessedRow = ImportRow &
  Pick<Listings, 'id' | 'price_cents' | 'tax_rate' | 'registration_fee_cents'> & { has_pictures: boolean };

/** Filters and sorts by import rules without the index: reads all cars that match the other criteria and assesses each. */
export class SqlImports {
  readonly #db: Queryable;
  readonly #rulesOf: RulesOf;
  /** The list and the counts of one response ask at the same moment. */
  readonly #running = new Map<string, Promise<AssessedCar[]>>();

  constructor(db: Queryable, rulesOf: RulesOf) {
    this.#db = db;
    this.#rulesOf = rulesOf;
  }

  /** Returns the ids of all matching cars in order. Throws `overloaded` if too many match the other criteria. */
  async idsOf(criteria: ListingCriteria, order: ListOrder, bestFirst = false): Promise<number[]> {
    const cars = await this.#matching(criteria, order);
    if (isLandedOrder(order)) cars.sort(byLanded(order === 'landed-desc'));
    if (bestFirst) cars.sort((one, other) => rankOf(one) - rankOf(other));
    return cars.map(({ id }) => id);
  }

  /** Replaces the criteria that only the rules can answer by the ids of the cars that fit them. */
  async resolved(criteria: ListingCriteria): Promise<ListingCriteria & { ids?: number[] }> {
    if (!criteria.mayImport && !criteria.landedCents) return criteria;
    return { offer: criteria.offer, ids: (await this.#matching(criteria, 'newest')).map(({ id }) => id) };
  }

  /** Counts the matching cars that each value of the filter by light leaves in the list. */
  async countLights(criteria: ListingCriteria): Promise<{ value: string; cars: number }[]> {
    const cars = await this.#matching(criteria, 'newest');
    return MAY_IMPORT.map((value) => ({ value, cars: cars.filter(({ light }) => passes(light, value)).length })).filter(
      (counted) => counted.cars > 0,
    );
  }

  async countProhibited(criteria: ListingCriteria): Promise<number> {
    return (await this.#matching(criteria, 'newest')).filter(({ light }) => light === 'red').length;
  }

  async countWithoutTotal(criteria: ListingCriteria): Promise<number> {
    return (await this.#matching(criteria, 'newest')).filter(({ cents }) => cents === null).length;
  }

  async #matching({ mayImport, landedCents, ...others }: ListingCriteria, order: ListOrder): Promise<AssessedCar[]> {
    const { min = 0, max = Number.POSITIVE_INFINITY } = landedCents ?? {};
    return (await this.#assessed(others, order)).filter(
      ({ light, cents }) =>
        (!mayImport || passes(light, mayImport)) && (!landedCents || (cents !== null && cents >= min && cents <= max)),
    );
  }

  #assessed(criteria: ListingCriteria, order: ListOrder): Promise<AssessedCar[]> {
    const key = JSON.stringify([criteria, order]);
    const known = this.#running.get(key);
    if (known) return known;
    const running = this.#assess(criteria, order).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #assess(criteria: ListingCriteria, order: ListOrder): Promise<AssessedCar[]> {
    const { destination } = criteria;
    if (!destination) throw new Error('import criteria without a destination');
    const rules = this.#rulesOf(destination);
    if (!rules) throw unknownCountry(destination);
    const stored = isLandedOrder(order) ? 'newest' : order;
    const parameters = new Parameters();
    const where = criteriaSql(criteria, parameters, 'bitmap-scan', false);
    const { rows } = await this.#db.query<AssessedRow>({
      text: `select l.id, l.price_cents, l.tax_rate, l.registration_fee_cents, l.image_keys <> '{}' as has_pictures, ${IMPORT_COLUMNS}
             from (select id, ${sortColumn(stored)} from listings where ${where} limit ${MOST_ASSESSED + 1}) as page
             join listings l using (id) order by ${listingOrderSql(stored, 'page.')}`,
      values: parameters.values,
    });
    if (rows.length > MOST_ASSESSED) throw tooMany();
    return rows.map((row) => {
      const car = importCarOfRow(row);
      const offer = priceBreakdown(row.price_cents, Number(row.tax_rate), row.registration_fee_cents);
      return {
        id: row.id,
        hasPictures: row.has_pictures,
        light: rules.lightOf(car),
        cents: rules.landedCentsOf(car, { ...offer, newPrice: null }),
      };
    });
  }
}

const passes = (light: Light, wanted: (typeof MAY_IMPORT)[number]) =>
  light === 'green' || (wanted === 'amber' && light === 'amber');

const LIGHTS: readonly Light[] = ['green', 'amber', 'red'];
const rankOf = ({ light, hasPictures }: AssessedCar) => 2 * LIGHTS.indexOf(light) + (hasPictures ? 0 : 1);

/** Cars without a total come last. Ties are ordered by id in the same direction. */
function byLanded(descending: boolean) {
  const sign = descending ? -1 : 1;
  return (one: AssessedCar, other: AssessedCar) => {
    if ((one.cents === null) !== (other.cents === null)) return one.cents === null ? 1 : -1;
    return sign * ((one.cents ?? 0) - (other.cents ?? 0) || one.id - other.id);
  };
}

const tooMany = () =>
  new AppError('overloaded', `more than ${MOST_ASSESSED} cars to assess`, {
    messageKey: 'errors.importTooMany',
    retryAfter: 2,
  });
