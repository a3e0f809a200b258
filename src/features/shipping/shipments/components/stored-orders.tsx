import { useEffect, useState } from 'react';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { readStoredTimelines } from '../client/stored-timelines.ts';
import type { TimelineResponse } from '../model/shipment-contract.ts';
import { Timeline } from './timeline.tsx';

/** The orders stored on this device, as the buyer last saw them. `wanted` is the path that could not be loaded. */
export function StoredOrders({ wanted }: { wanted: string | null }) {
  const t = useTranslator();
  const [timelines, setTimelines] = useState<TimelineResponse[]>([]);
  useEffect(() => setTimelines(readStoredTimelines()), []);
  if (timelines.length === 0) return null;
  const order = /^\/my-orders\/(\d+)/.exec(wanted ?? '')?.[1];
  const isWanted = ({ order_id: id }: TimelineResponse) => String(id) === order;
  return (
    <section className="grid max-w-5xl gap-4">
      <h2 className="text-xl">{t('shipments.offline.title')}</h2>
      {[...timelines]
        .sort((one, other) => Number(isWanted(other)) - Number(isWanted(one)))
        .map((timeline) => (
          <details key={timeline.order_id} open={isWanted(timeline)} className="grid gap-3">
            <summary className="cursor-pointer py-2 font-semibold">
              {timeline.number} · {timeline.cars.map(listingName).join(', ')}
            </summary>
            <Timeline timeline={timeline} isStored />
          </details>
        ))}
    </section>
  );
}
