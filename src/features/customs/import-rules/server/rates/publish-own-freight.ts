import { addDays, type Day } from '#features/customs/import-rules/model/calendar.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type RowRecord, recordOf } from '../../model/rows/rule-list.ts';
import { ORIGIN_COUNTRY } from '../../model/rows/rule-rows.ts';
import { publishOwnRows } from '../book/own-rows.ts';

/** Our price for a car to a port. `country` is the buyers' country or the European Union. */
export type OwnFreight = { country: string; port: string; cents: number };

const SOURCE = { id: 'own-freight', title: 'Our rates' } as const;

/**
 * Publishes changes of our own freight, which takes precedence over all other prices of a journey. Returns the number of
 * rows. Call it in a transaction.
 */
export function publishOwnFreight(db: Queryable, freight: readonly OwnFreight[], now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  const wanted = freight.map((each) => [`own-${each.country}-${each.port}`, recordOfFreight(each, today)] as const);
  return publishOwnRows(
    db,
    {
      list: 'freight',
      source: SOURCE,
      wanted: new Map(wanted),
      compared: ['likely', 'to'],
      endOf: () => addDays(today, -1),
    },
    today,
  );
}

function recordOfFreight({ country, port, cents }: OwnFreight, today: Day): RowRecord {
  const dollars = String(cents / 100);
  const price = { low: dollars, likely: dollars, high: dollars };
  const journey = { origin: ORIGIN_COUNTRY, destination: `own:${country}:${port}`, mode: 'any' };
  return recordOf('freight', {
    ...{ ...journey, ...price, metric: 'freight', unit: 'car' },
    ...{ sources: SOURCE.id, confidence: 'offer', checked: today },
  });
}
