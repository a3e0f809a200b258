import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Endpoint } from './endpoint.ts';
import type { Guard } from './register-endpoints.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Answers as before; where there is nothing for everybody, asks who it is and whether there is something for them. */
export function withOwnerFallback(
  forInsiders: NonNullable<Endpoint['forInsiders']>,
  guard: Guard,
  answer: Answer,
): Answer {
  return async (request, reply) => {
    try {
      return await answer(request, reply);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const caller = await guard('anyone-known', request);
      const { params, query, body } = request;
      const own = await forInsiders({ params, query, body, files: [], caller, request, reply });
      if (own === null) throw error;
      reply.header('cache-control', 'no-store');
      return own;
    }
  };
}
