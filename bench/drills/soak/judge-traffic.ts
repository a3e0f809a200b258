import type { Away } from './faults.ts';
import type { Failure, Record } from './load.ts';

const UNAVAILABLE = 503;
/** Tolerance for late timers of a busy machine. */
const LEAST_MADE = 0.95;

type Judged = { rows: (string | number)[][]; line: string; problems: string[] };

/**
 * Fails if a request failed, except with 503 while the database was down, or if due visits were not made. Times are durations
 * of requests that succeeded.
 */
export function judgeTraffic({ ms, failures, visits, unsent }: Record, away: Away[], due: number): Judged {
  const isExcused = ({ status, at, end }: Failure) =>
    status === UNAVAILABLE && away.some(({ from, to }) => at < to && end > from);
  const excused = failures.filter(isExcused);
  const failed = failures.filter((failure) => !isExcused(failure));
  const of = (kind: string, some: Failure[]) => some.filter((failure) => failure.kind === kind).length;
  const kinds = [...new Set([...ms.keys(), ...failures.map(({ kind }) => kind)])].toSorted();
  const rows = kinds.map((kind) => [kind, ...times(ms.get(kind) ?? []), of(kind, excused), of(kind, failed)]);
  const all = kinds.flatMap((kind) => ms.get(kind) ?? []);
  rows.push(['all', ...times(all), excused.length, failed.length]);
  const problems = failed.length === 0 ? [] : [`${failed.length} requests failed: ${examples(failed)}`];
  if (unsent > 0) problems.push(`${unsent} visits were not made, because too many were under way`);
  if (visits < due * LEAST_MADE)
    problems.push(`only ${visits} of ${due.toFixed(0)} visits to the measured process were made`);
  const [, p50, p99, longest] = times(all);
  const line = `${all.length} requests to the measured process, p50 ${p50?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms, longest ${longest?.toFixed(0)} ms; ${excused.length} answered with 503 while the database was away, ${failed.length} failed`;
  return { rows, line, problems };
}

function times(all: number[]): number[] {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return [sorted.length, at(0.5), at(0.99), at(1)];
}

/** Counts failures by kind and status, with the text of the first. */
function examples(failed: Failure[]): string {
  const groups = Map.groupBy(failed, ({ kind, status }) => `${kind} ${status}`);
  return [...groups].map(([group, all]) => `${all.length} × ${group} ${all[0]?.text}`).join('; ');
}
