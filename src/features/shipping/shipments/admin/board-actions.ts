/** Loader of the board of shipments. */
import type { Load } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { boardCalls } from '../../office-calls.ts';
import { fileCalls } from '../../shipping-calls.ts';
import { fetchFiles } from '../client/file-client.ts';
import { fetchReports } from '../client/schedule-client.ts';
import { fetchTimeline } from '../client/shipment-client.ts';
import type { BoardResponse } from '../model/board-contract.ts';
import type { FileOpening, OrderFilesResponse } from '../model/file-contract.ts';
import type { TimelineResponse, WrittenEvent } from '../model/shipment-contract.ts';

const QUERY = ['step', 'owner', 'late', 'page'] as const;

export type BoardData = {
  /** Null if it could not be loaded. */
  board: BoardResponse | null;
  selected: TimelineResponse | null;
  /** The documents of the selected order. */
  room: OrderFilesResponse | null;
  /** Who opened them. */
  openings: FileOpening[] | null;
  /** What was reported about it. */
  reports: WrittenEvent[] | null;
};

export const loadBoard: Load<BoardData> = async ({ api, url: { searchParams } }) => {
  const view = searchParams.get('view');
  const [board, selected, room, reports, openings] = await Promise.all([
    api.call(boardCalls.board, { query: queryFrom(searchParams, QUERY) }).catch(() => null),
    view === null ? null : fetchTimeline(api, view).catch(() => null),
    view === null ? null : fetchFiles(api, view).catch(() => null),
    view === null ? null : fetchReports(api, view).catch(() => null),
    view === null ? null : api.call(fileCalls.openings, { params: { id: view } }).catch(() => null),
  ]);
  return { board, selected, room, openings: openings?.items ?? null, reports };
};
