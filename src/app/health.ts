import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';

const MAX_WAIT_MS = 2_000;

/** /api/health: the process runs. /api/ready: it can also reach its database. For operators and load balancers. */
export function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  const schema = { hide: true, response: { default: z.object({ status: z.string() }) } };
  app.get('/api/health', { schema }, async () => ({ status: 'ok' }));
  app.get('/api/ready', { schema }, async (_request, reply) => {
    try {
      await withinTime(pool.query('select 1'));
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
}

/** A connection whose other end has vanished takes a question and never answers. */
async function withinTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), MAX_WAIT_MS);
  });
  await Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
