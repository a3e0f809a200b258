/** Loader of the board of shipments. */
import type { Load } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { fetchTimeline } from '../client/shipment-client.ts';
import { boardCalls } from '../model/board-calls.ts';
import type { BoardResponse } from '../model/board-contract.ts';
import type { TimelineResponse } from '../model/shipment-contract.ts';

const QUERY = ['step', 'owner', 'late', 'page'] as const;

export type BoardData = {
  /** Null if it could not be loaded. */
  board: BoardResponse | null;
  selected: TimelineResponse | null;
};

export const loadBoard: Load<BoardData> = async ({ api, url: { searchParams } }) => {
  const view = searchParams.get('view');
  const [board, selected] = await Promise.all([
    api.call(boardCalls.board, { query: queryFrom(searchParams, QUERY) }).catch(() => null),
    view === null ? null : fetchTimeline(api, view).catch(() => null),
  ]);
  return { board, selected };
};
