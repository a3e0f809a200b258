import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ForgedMessage } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError } from '#lib/app-error.ts';
import { withError } from '#lib/server/http/call-endpoint.ts';
import { pathAliases } from '#lib/server/http/endpoint.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { handleWebhook } from './payment-store.ts';

/**
 * POST /api/webhooks/payments: signed messages of the gateway. A message only makes its payment due; the worker then
 * asks the gateway. So messages may be repeated, late or out of order.
 */
export async function registerWebhook(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [alias, url] of pathAliases('/webhooks/payments').entries()) {
      const response = withError({ 200: z.object({ received: z.boolean() }) });
      const schema = { summary: 'Webhook of the payment provider', tags: ['payments'], hide: alias > 0, response };
      scope.post(url, { schema }, async (request, reply) => {
        const message = verifiedMessage(deps, request.body, request.headers);
        if (message) await handleWebhook(deps.pool, message);
        return reply.send({ received: true });
      });
    }
  });
}

function verifiedMessage({ gateway }: PaymentDeps, body: unknown, headers: Record<string, unknown>) {
  try {
    if (!Buffer.isBuffer(body)) throw new ForgedMessage('no body');
    return gateway.readMessage(body, headers);
  } catch (error) {
    throw new AppError('malformed', `webhook message rejected: ${(error as Error).message}`);
  }
}
