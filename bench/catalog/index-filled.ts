import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;

/** Waits until a site answers searches from its index. Until then SQL stops counting common words at 1,000. */
export async function indexFilled(origin: string): Promise<void> {
  for (let stopped = true; stopped; ) {
    const found = await (await fetch(`${origin}/api/listings/search?q=guangdong&limit=1`)).json();
    stopped = (found as { pagination: { totalIsLeast?: boolean } }).pagination.totalIsLeast === true;
    if (stopped) await wait(LOOK_EVERY_MS);
  }
}
