import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';

const MAX_WAIT_MS = 2_000;

/**
 * Serves two checks to operators and load balancers: /api/health fails when only a restart of the process can help, and
 * /api/ready while the database does not respond.
 */
export function registerHealth(app: FastifyInstance, pool: pg.Pool, isDatabaseLost: () => boolean): void {
  const schema = { hide: true, response: { default: z.object({ status: z.string() }) } };
  app.get('/api/health', { schema }, async (_request, reply) =>
    isDatabaseLost() ? reply.code(503).send({ status: 'database lost' }) : { status: 'ok' },
  );
  app.get('/api/ready', { schema }, async (_request, reply) => {
    try {
      await withTimeout(pool.query('select 1'));
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
}

/** Rejects after a timeout: a query on a connection whose peer has vanished would never settle. */
async function withTimeout(result: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), MAX_WAIT_MS);
  });
  await Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
