import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import type { Guard } from './register-endpoints.ts';
import { serializerOf } from './schema-compilers.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Finds out whether an administrator asks. It costs everybody else a look at the cookies. */
export function identifyAdmin(guard: Guard, mayBeAdmin: (request: FastifyRequest) => boolean) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (!mayBeAdmin(request)) return done();
    const known = guard('anyone-known', request).then((caller) => {
      if (caller.admin === null) return;
      request.caller = caller;
      reply.header('cache-control', 'no-store');
    });
    known.then(() => done(), done);
  };
}

/** Answers administrators as the endpoint has it for them, and everybody else as before. */
export function respondToAdmin(forAdmin: NonNullable<Endpoint['forAdmin']>, answerOthers: Answer): Answer {
  const write = serializerOf(forAdmin.answer);
  return async (request, reply) => {
    const { params, query, body, caller } = request;
    const input = { params, query, body, files: [], caller, request, reply };
    const answer = caller.admin === null ? null : await forAdmin.handle(input);
    if (answer === null) return answerOthers(request, reply);
    return reply.type('application/json; charset=utf-8').serializer(write).send(answer);
  };
}
