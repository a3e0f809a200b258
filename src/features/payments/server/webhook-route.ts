import type { FastifyInstance } from 'fastify';
import { ForgedMessage } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { pathAliases } from '#lib/server/http/endpoint.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { handleWebhook } from './payment-store.ts';

/**
 * POST /api/webhooks/payments: signed messages of the gateway. A message moves nothing by itself: it has the worker
 * look at its payment,
 * and what the gateway then says is what counts. So messages may come twice, late, or in any order.
 */
export async function registerWebhook(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [alias, url] of pathAliases('/webhooks/payments').entries()) {
      const schema = { summary: 'A message of the payment provider', tags: ['Paying'], hide: alias > 0 };
      scope.post(url, { schema }, async (request, reply) => {
        const message = genuine(deps, request.body, request.headers);
        if (message) await withTransaction(deps.pool, (db) => handleWebhook(db, message));
        return reply.send({ received: true });
      });
    }
  });
}

function genuine({ gateway }: PaymentDeps, body: unknown, headers: Record<string, unknown>) {
  try {
    if (!Buffer.isBuffer(body)) throw new ForgedMessage('no body');
    return gateway.readMessage(body, headers);
  } catch (error) {
    throw new AppError('malformed', `webhook refused: ${(error as Error).message}`);
  }
}
