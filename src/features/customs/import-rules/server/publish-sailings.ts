import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recordOf } from '../model/rows/rule-list.ts';
import { publishOwnRows } from './book/own-rows.ts';

/** A voyage of our own list from China, with the newest days that the carrier gave. */
export type PlannedSailing = { id: number; vessel: string; voyage: string; port: string; leaves: Day; arrives: Day };

const SOURCE = { id: 'own-sailings', title: 'Our sailings' } as const;
/** Earlier than every car, so that the rules never count the sailing. */
const NEVER = '2000-01-01';

/**
 * Publishes changes of our own sailings, which decide on which day a car that is bought now arrives. Returns the number of rows. Call it
 * in a transaction.
 */
export function publishSailings(db: Queryable, sailings: readonly PlannedSailing[], today: Day): Promise<number> {
  const wanted = sailings.map(({ id, ...sailing }) => {
    const cells = { ...sailing, sources: SOURCE.id, confidence: 'offer', checked: today };
    return [`own-${id}`, recordOf('sailings', cells)] as const;
  });
  return publishOwnRows(
    db,
    {
      list: 'sailings',
      source: SOURCE,
      wanted: new Map(wanted),
      compared: ['vessel', 'voyage', 'port', 'leaves', 'arrives', 'to'],
      // A sailing that lost its days is not expected any more. One that arrived stays as it was.
      endOf: ({ arrives = '' }) => (arrives >= today ? NEVER : null),
    },
    today,
  );
}
