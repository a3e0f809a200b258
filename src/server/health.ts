import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** /api/health: the process runs. /api/ready: it can also reach its database. For operators and load balancers. */
export function registerHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/api/health', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/api/ready', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await pool.query('select 1');
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
}
