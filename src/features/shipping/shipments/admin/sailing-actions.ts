/** Loader of the screen of sailings. */
import type { Load, LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { boardCalls } from '../../office-calls.ts';
import { fetchPorts } from '../client/shipment-client.ts';
import type { SailingResponse, SailingsResponse } from '../model/board-contract.ts';
import type { PlaceResponse } from '../model/shipment-contract.ts';

export type SailingsData = {
  sailings: SailingsResponse;
  selected: SailingResponse | null;
  ports: PlaceResponse[];
};

export const loadSailings: Load<SailingsData> = async ({ api, url: { searchParams } }: LoadInput) => {
  const view = searchParams.get('view');
  const [sailings, ports, selected] = await Promise.all([
    api.call(boardCalls.sailings, { query: queryFrom(searchParams, ['page']) }),
    fetchPorts(api),
    view === null ? null : api.call(boardCalls.sailing, { params: { id: view } }).catch(() => null),
  ]);
  return { sailings, ports, selected };
};
