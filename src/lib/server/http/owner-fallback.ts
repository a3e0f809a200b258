import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { requestTranslator } from '../i18n/languages.ts';
import type { Endpoint } from './endpoint.ts';
import type { Guard } from './register-endpoints.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Runs `handlePublic`; where it finds nothing, identifies the caller and tries `ownerFallback`. */
export function withOwnerFallback(
  { permission }: Endpoint,
  ownerFallback: NonNullable<Endpoint['ownerFallback']>,
  guard: Guard,
  handlePublic: Handler,
): Handler {
  return async (request, reply) => {
    try {
      return await handlePublic(request, reply);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const caller = await guard('optional-auth', request, permission);
      const { params, query, body } = request;
      const t = requestTranslator(request);
      const own = await ownerFallback({ params, query, body, files: [], caller, t, request, reply });
      if (own === null) throw error;
      reply.header('cache-control', 'no-store');
      return own;
    }
  };
}
