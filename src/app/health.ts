import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { countStuck } from '#lib/server/jobs/job-runs.ts';

const MAX_WAIT_MS = 2_000;
/** Maximum age of the inventory for serving without the database. Equals that of stale pages. */
const MAX_DEGRADED_MS = 10 * 60_000;

/** `isDraining`: the process stops soon. Load balancers learn it while requests are still answered. */
export type Stopping = { isDraining: boolean };

type Health = {
  pool: pg.Pool;
  /** Returns true if the embedded database could not be restarted. */
  isDatabaseLost: () => boolean;
  /** Age of the inventory that is shown without the database; null if there is none. */
  inventoryAgeMs: () => number | null;
  /** True for a restored copy that was not released. */
  isHeld: boolean;
  stopping: Stopping;
};

/**
 * Serves two checks. /api/health fails if only a restart of the process can help. /api/ready fails while the process should
 * get no requests. Without the database, public reads continue for up to ten minutes and the check succeeds, or all
 * processes would leave the load balancer together. `stuck` counts items that background jobs fail on repeatedly.
 */
export function registerHealth(
  app: FastifyInstance,
  { pool, isDatabaseLost, inventoryAgeMs, isHeld, stopping }: Health,
): void {
  const answer = z.object({
    status: z.string(),
    degraded: z.boolean().optional(),
    held: z.boolean().optional(),
    stuck: z.int().optional(),
  });
  const schema = { hide: true, response: { default: answer } };
  app.get('/api/health', { schema }, async (_request, reply) =>
    isDatabaseLost() ? reply.code(503).send({ status: 'database lost' }) : { status: 'ok' },
  );
  app.get('/api/ready', { schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (stopping.isDraining) return reply.code(503).send({ status: 'stopping' });
    try {
      const stuck = (await withTimeout(countStuck(pool))).reduce((sum, { items }) => sum + items, 0);
      return { status: 'ok', ...(isHeld && { held: true }), ...(stuck > 0 && { stuck }) };
    } catch {
      const age = inventoryAgeMs();
      if (age !== null && age <= MAX_DEGRADED_MS) return { status: 'database unavailable', degraded: true };
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.isDraining) reply.header('connection', 'close');
    done();
  });
}

/** Rejects after a timeout: a query on a connection whose peer has vanished would never settle. */
async function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), MAX_WAIT_MS);
  });
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
