import { storedUserId } from '#lib/session/stored-user.ts';
import type { TimelineResponse } from '../model/shipment-contract.ts';

const KEY = 'timelines';
const MAX_STORED = 20;

type Stored = { user: string; timelines: TimelineResponse[] };

/**
 * Returns the timelines that the signed-in buyer last saw on this device, newest first. Hides those of another user, because a session may
 * end without a logout on a shared phone.
 */
export function readStoredTimelines(): TimelineResponse[] {
  try {
    const stored: Stored | null = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const isMine = stored !== null && stored.user === storedUserId();
    return isMine && Array.isArray(stored.timelines) ? stored.timelines : [];
  } catch {
    return [];
  }
}

/** Stores a timeline for offline use and drops those of another user. Ignores browsers that deny storage. */
export function storeTimeline(timeline: TimelineResponse): void {
  const user = storedUserId();
  if (user === null) return;
  const others = readStoredTimelines().filter(({ order_id: id }) => id !== timeline.order_id);
  const stored: Stored = { user, timelines: [timeline, ...others].slice(0, MAX_STORED) };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage, the timeline is shown with a connection only.
  }
}
