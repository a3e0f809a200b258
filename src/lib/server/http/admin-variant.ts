import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestTranslator } from '../i18n/languages.ts';
import type { Endpoint } from './endpoint.ts';
import type { Guard } from './register-endpoints.ts';
import { serializerOf } from './schema-compilers.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Sets the caller if an administrator sends the request. Other requests only pay for a check of their cookies. */
export function identifyAdmin(
  { permission }: Endpoint,
  guard: Guard,
  mayBeAdmin: (request: FastifyRequest) => boolean,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (!mayBeAdmin(request)) return done();
    const identified = guard('optional-auth', request, permission).then((caller) => {
      if (caller.admin === null) return;
      request.caller = caller;
      reply.header('cache-control', 'no-store');
    });
    identified.then(() => done(), done);
  };
}

/** Responds to administrators with the endpoint's admin variant, and to everybody else with `handlePublic`. */
export function respondToAdmin(adminVariant: NonNullable<Endpoint['adminVariant']>, handlePublic: Handler): Handler {
  const serialize = serializerOf(adminVariant.response);
  return async (request, reply) => {
    const { params, query, body, caller } = request;
    const input = { params, query, body, files: [], caller, t: requestTranslator(request), request, reply };
    const response = caller.admin === null ? null : await adminVariant.handle(input);
    if (response === null) return handlePublic(request, reply);
    return reply.type('application/json; charset=utf-8').serializer(serialize).send(response);
  };
}
