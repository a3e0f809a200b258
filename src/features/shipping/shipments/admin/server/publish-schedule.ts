import { type PlannedSailing, publishSailings } from '#features/customs/server/api.ts';
import { portOf } from '#features/shipping/shipments/model/port.ts';
import { surest } from '#features/shipping/shipments/model/shipment-event.ts';
import { type Queryable, query } from '#lib/server/database/postgres.ts';
import type { Sailings } from '#lib/server/database/rows.ts';
import { localAt } from '#lib/zoned-time.ts';
import { eventsOfSailings } from './sailing-store.ts';

type Voyage = Pick<Sailings, 'id' | 'vessel' | 'voyage' | 'from_place' | 'to_place'>;

/** Voyages from China that may still arrive: entered in the last year. */
const voyages = query<Voyage, [now: Date]>(`
  select id, vessel, voyage, from_place, to_place from sailings
  where from_place like 'CN%' and made_at > $1::timestamptz - interval '1 year' order by id`);

/**
 * Publishes the sailings from China as import rules, so that lights and landed costs count the day on which a car arrives. Call it in the
 * transaction of the change.
 */
export async function publishSchedule(db: Queryable, now: Date): Promise<void> {
  const all = await voyages(db, now);
  const events = await eventsOfSailings(
    db,
    all.map(({ id }) => id),
  );
  const eventsOf = Map.groupBy(events, ({ sailingId }) => sailingId);
  const planned = all.flatMap(({ id, vessel, voyage, from_place: from, to_place: port }): PlannedSailing[] => {
    const timeOf = (step: string) =>
      surest(eventsOf.get(id)?.filter((event) => event.step === step) ?? [])?.happensAt ?? null;
    const [leaves, arrives] = [timeOf('sailed'), timeOf('arrived')];
    if (!leaves || !arrives || leaves >= arrives) return [];
    return [{ id, vessel, voyage, port, leaves: dayAt(leaves, from), arrives: dayAt(arrives, port) }];
  });
  await publishSailings(
    db,
    planned.filter(({ leaves, arrives }) => leaves < arrives),
    now.toISOString().slice(0, 10),
  );
}

/** The day in a port. */
const dayAt = (time: Date, port: string): string => localAt(time, portOf(port)?.timeZone ?? 'UTC').slice(0, 10);
