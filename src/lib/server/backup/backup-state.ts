import type { SlotState } from './replication-slot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Bases are made daily. */
const MAX_BASE_AGE_MS = 26 * HOUR_MS;
const MAX_WAL_AGE_MS = 5 * MINUTE_MS;
const MAX_FILES_AGE_MS = HOUR_MS;

export type BackupState = {
  startedAt: Date;
  /** When the newest complete base ended; null while none is known. */
  base: Date | null;
  /** Commits before this time are archived. */
  through: Date | null;
  /** Files stored before this time are copied. */
  filesThrough: Date | null;
  /** WAL that was not archived at the last look. */
  lagBytes: number;
  slot: SlotState;
  /** Why the last try failed; null if it did not. */
  failure: string | null;
};

/** Describes which backup is late, and why; null if all are on time. Ages count from the start of the process at the earliest. */
export function latenessOf({ startedAt, failure, ...state }: BackupState, now: Date): string | null {
  const ageOf = (at: Date | null) => now.getTime() - Math.max(startedAt.getTime(), at?.getTime() ?? 0);
  const late = [
    state.slot === 'lost' ? 'PostgreSQL has removed WAL that was not archived; a new base is being made' : null,
    ageOf(state.through) > MAX_WAL_AGE_MS ? `commits after ${timeText(state.through)} are not archived` : null,
    ageOf(state.filesThrough) > MAX_FILES_AGE_MS ? `files after ${timeText(state.filesThrough)} are not copied` : null,
    isBaseLate(state.base, startedAt, now) ? `the newest base is of ${timeText(state.base)}` : null,
  ].filter((text) => text !== null);
  if (late.length === 0) return null;
  return failure === null ? late.join(', ') : `${late.join(', ')} (${failure})`;
}

/** A restart does not make an old base younger, but gives the first base an hour. */
function isBaseLate(base: Date | null, startedAt: Date, now: Date): boolean {
  if (base) return now.getTime() - base.getTime() > MAX_BASE_AGE_MS && now.getTime() - startedAt.getTime() > HOUR_MS;
  return now.getTime() - startedAt.getTime() > HOUR_MS;
}

const timeText = (at: Date | null) => (at ? at.toISOString() : 'the start of the process');
