import type { TimelineResponse } from '../model/shipment-contract.ts';

const KEY = 'timelines';
const MAX_STORED = 20;

/** Returns the timelines that the buyer saw last on this device, the newest first. */
export function readStoredTimelines(): TimelineResponse[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Stores a timeline for use without a connection. Logging out clears the whole storage. Ignores browsers that deny it. */
export function storeTimeline(timeline: TimelineResponse): void {
  const others = readStoredTimelines().filter(({ order_id: id }) => id !== timeline.order_id);
  try {
    localStorage.setItem(KEY, JSON.stringify([timeline, ...others].slice(0, MAX_STORED)));
  } catch {
    // Without storage, the timeline is shown with a connection only.
  }
}
