import type { Load, LoadInput } from '#lib/pages/loader.ts';
import { queryFrom } from '#ui/admin/admin-search.ts';
import { boardCalls } from '../../office-calls.ts';
import { fileCalls } from '../../shipping-calls.ts';
import { fetchFiles, fetchPorts, fetchReports, fetchTimeline } from '../client/shipment-actions.ts';
import type { BoardResponse, SailingResponse, SailingsResponse } from '../model/board-contract.ts';
import type { FileOpening, OrderFilesResponse } from '../model/file-contract.ts';
import type { PlaceResponse, TimelineResponse, WrittenEvent } from '../model/shipment-contract.ts';

/** Loader of the board of shipments. */

const QUERY = ['step', 'owner', 'late', 'page'] as const;

type BoardData = {
  /** Null if it could not be loaded. */
  board: BoardResponse | null;
  selected: TimelineResponse | null;
  room: OrderFilesResponse | null;
  /** Who opened the files of the selected order. */
  openings: FileOpening[] | null;
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

/** Loader of the screen of sailings. */

type SailingsData = {
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
