import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';

const MAX_WAIT_MS = 2_000;

/** Serves /api/health (the process runs) and /api/ready (the database answers too) to operators and load balancers. */
export function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  const schema = { hide: true, response: { default: z.object({ status: z.string() }) } };
  app.get('/api/health', { schema }, async () => ({ status: 'ok' }));
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
