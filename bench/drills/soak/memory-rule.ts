import type { Sample } from './samples.ts';

export const MOST_RSS_MB = 700;
const MOST_GROWTH = 0.05;
/** A slope over a shorter time says little, because memory varies by some tens of MB. */
const SLOPE_FROM_MINUTES = 30;
const MOST_MB_AN_HOUR = 30;

export type MemoryFigures = { most: number; early: number; late: number; mbAnHour: number; problems: string[] };

/**
 * Memory is flat if the median of the last ten minutes is at most 5% above the median of minutes 10 to 20, and if the line
 * through all samples after the first ten minutes rises by at most 30 MB an hour. A soak of less than 30 minutes has shorter windows, and
 * its slope is only reported.
 */
export function judgeMemory(samples: Sample[], minutes: number): MemoryFigures {
  const window = Math.min(10, minutes / 3) * 60;
  const warm = samples.filter(({ second }) => second >= window);
  const end = samples.at(-1)?.second ?? 0;
  const early = median(warm.filter(({ second }) => second < 2 * window));
  const late = median(warm.filter(({ second }) => second > end - window));
  const most = Math.max(...samples.map(({ rssMb }) => rssMb));
  const mbAnHour = slope(warm) * 3_600;
  const problems: string[] = [];
  if (most > MOST_RSS_MB) problems.push(`the memory reached ${most.toFixed(0)} MB`);
  if (late > early * (1 + MOST_GROWTH))
    problems.push(`the memory rose from ${early.toFixed(0)} to ${late.toFixed(0)} MB`);
  if (minutes >= SLOPE_FROM_MINUTES && mbAnHour > MOST_MB_AN_HOUR)
    problems.push(`the memory rises by ${mbAnHour.toFixed(0)} MB an hour`);
  return { most, early, late, mbAnHour, problems };
}

function median(samples: Sample[]): number {
  const sorted = samples.map(({ rssMb }) => rssMb).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Slope of the least-squares line, in MB a second. */
function slope(samples: Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [second, rss] = [mean((each) => each.second), mean((each) => each.rssMb)];
  const spread = samples.reduce((sum, each) => sum + (each.second - second) ** 2, 0);
  return samples.reduce((sum, each) => sum + (each.second - second) * (each.rssMb - rss), 0) / spread;
}
