import { vi } from 'vitest';

/** Delays timeouts of one length until `fire` is called. All others run normally. */
export function holdTimers(delayMs: number) {
  const { setTimeout: realSet, clearTimeout: realClear } = window;
  const held = new Map<number, () => void>();
  // Far above the ids that the browser gives out in a test.
  let lastId = 1_000_000_000;
  const set = (run: () => void, ms?: number) => {
    if (ms !== delayMs) return realSet(run, ms);
    lastId += 1;
    held.set(lastId, run);
    return lastId;
  };
  vi.spyOn(window, 'setTimeout').mockImplementation(set as typeof setTimeout);
  vi.spyOn(window, 'clearTimeout').mockImplementation((id) => {
    if (!held.delete(Number(id))) realClear(id);
  });
  return {
    count: () => held.size,
    fire() {
      const runs = [...held.values()];
      held.clear();
      for (const run of runs) run();
    },
  };
}
