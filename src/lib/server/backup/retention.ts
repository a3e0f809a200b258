const DAY_MS = 24 * 60 * 60_000;

const DAILY = 7;
const WEEKLY = 4;

/**
 * Returns the bases to keep, of all generations: the first one of each of the last 7 days that have one, the first one of each of the
 * last 4 such weeks (in UTC), and the newest. The WAL since the oldest of them is kept, so every time since then can be restored.
 * The first of a period is kept because a further base must not make earlier times of the same day unreachable.
 */
export function basesToKeep<Base extends { endedAt: string }>(bases: Base[]): Set<Base> {
  const oldestFirst = bases.toSorted((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt));
  const keep = new Set<Base>(oldestFirst.slice(-1));
  for (const [lengthMs, most] of [
    [DAY_MS, DAILY],
    [7 * DAY_MS, WEEKLY],
  ] as const) {
    const firstOf = new Map<number, Base>();
    for (const base of oldestFirst) {
      const period = Math.floor(Date.parse(base.endedAt) / lengthMs);
      if (!firstOf.has(period)) firstOf.set(period, base);
    }
    for (const base of [...firstOf.values()].slice(-most)) keep.add(base);
  }
  return keep;
}
