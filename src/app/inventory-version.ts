import type pg from 'pg';
import type { DataVersion } from '#lib/server/http/cache/versioned-cache.ts';

const CHECK_EVERY_MS = 500;

/**
 * Returns the version of the inventory. `current` never waits: it starts a lookup in the background if the last one is
 * more than 500 ms old. A trigger increments the version on every change of a listing, by any process.
 */
export function inventoryVersion(pool: pg.Pool): DataVersion {
  let known = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking = false;

  async function check(): Promise<void> {
    checking = true;
    try {
      const { rows } = await pool.query<{ version: number }>({
        name: 'stock-version',
        text: 'select last_value as version from stock_version',
      });
      known = rows[0]?.version ?? known;
    } catch {
      known += 0.5;
    } finally {
      checkedAt = performance.now();
      checking = false;
    }
  }

  return {
    current() {
      if (!checking && performance.now() - checkedAt > CHECK_EVERY_MS) void check();
      return known;
    },
  };
}
