import { setTimeout as wait } from 'node:timers/promises';
import type { GuardedPool } from '#lib/server/database/guarded-pool.ts';

/** Queries that a test did not wait for may end this late. */
const IDLE_WITHIN_MS = 2_000;

/**
 * Lends a pool to one test file. After `giveBack` the file's pool refuses queries as an ended one does, and its listeners are gone;
 * the connections stay open. `giveBack` returns false if the pool cannot be lent again.
 */
export function borrowed(pool: GuardedPool): { pool: GuardedPool; giveBack(): Promise<boolean> } {
  let isEnded = false;
  const listeners: [string, (...args: never[]) => void][] = [];
  const refuse = () => Promise.reject(new Error('Cannot use a pool after calling end on the pool'));
  const own: Partial<Record<string | symbol, unknown>> = {
    end: async () => {
      isEnded = true;
    },
    endWithin: async () => {
      isEnded = true;
    },
    on: (event: string, listener: (...args: never[]) => void) => {
      listeners.push([event, listener]);
      pool.on(event as 'error', listener as never);
      return facade;
    },
  };
  const facade = new Proxy(pool, {
    get(target, key) {
      if (key in own) return own[key];
      if (isEnded && (key === 'query' || key === 'connect')) return refuse;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool: facade,
    async giveBack() {
      isEnded = true;
      for (const [event, listener] of listeners) pool.off(event as 'error', listener as never);
      for (
        const until = performance.now() + IDLE_WITHIN_MS;
        pool.idleCount < pool.totalCount || pool.waitingCount > 0;
      ) {
        if (performance.now() > until) return false;
        await wait(5);
      }
      return pool.awayMs() === null;
    },
  };
}
