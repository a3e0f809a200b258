import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { DestinationUses } from '#features/customs/import-rules/server/changes/destination-uses.ts';
import { todayOf } from '#features/customs/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

const FLUSH_EVERY_MS = 60_000;

/** Counts how often lights and costs of each country are computed, and stores the counts once a minute. */
export function openDestinationUses(
  app: FastifyInstance,
  { pool, clock, jobs }: { pool: pg.Pool; clock: Clock; jobs: boolean },
): DestinationUses {
  const uses = new DestinationUses();
  const onError = (error: unknown) => app.log.error({ err: error }, 'storing the uses of destinations failed');
  let stop: (() => Promise<void>) | null = null;
  app.addHook('onReady', async () => {
    if (jobs) stop = repeat(FLUSH_EVERY_MS, () => uses.flush(pool, todayOf(clock)), onError, 'destination uses');
  });
  app.addHook('onClose', async () => {
    await stop?.();
  });
  return uses;
}
