import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Access, type Endpoint, spellings } from './endpoint.ts';
import { acceptedEncoding, PackedBody } from './packed-body.ts';
import { countUse } from './request-limits.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Refuses a request that may not use an endpoint with the given access. */
export type Guard = (access: Access, request: FastifyRequest) => Promise<void>;

/** Answers to anyone, by address. */
export type AnswerCache = VersionedCache<PackedBody>;

type Registration = { endpoints: Endpoint[]; guard: Guard; cache: AnswerCache | null; db: Queryable };

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' } as const;

/** Serves every endpoint under each of its spellings, behind the same guard. */
export function registerEndpoints(app: FastifyInstance, { endpoints, guard, cache, db }: Registration): void {
  for (const endpoint of endpoints) {
    const responseCache = endpoint.access === 'anyone' && endpoint.cache ? cache : null;
    for (const [index, url] of spellings(endpoint.path).entries()) {
      app.route({
        method: endpoint.method,
        url,
        ...(responseCache && { compress: false }),
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.tag],
          hide: index > 0,
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          response: { 200: endpoint.answer },
        },
        onRequest: responseCache ? answerFromCache(responseCache) : (request) => guard(endpoint.access, request),
        preHandler: async (request) => {
          if (endpoint.limit) await countUse(db, `${endpoint.method} ${endpoint.path} ${request.ip}`, endpoint.limit);
        },
        handler: responseCache
          ? keepAnswer(endpoint, responseCache)
          : (request, reply) => call(endpoint, request, reply),
      });
    }
  }
}

function call(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { params, query, body } = request;
  return endpoint.handle({ params, query, body, request, reply });
}

/** Only answers to anyone are kept, so there is nobody to guard against. */
function answerFromCache(cache: AnswerCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const kept = cache.get(request.url);
    if (kept === undefined) done();
    else sendPacked(request, reply, kept);
  };
}

function keepAnswer(endpoint: Endpoint, cache: AnswerCache) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const version = cache.version();
    const body = new PackedBody(reply.serialize(await call(endpoint, request, reply)) as string);
    if (reply.statusCode === 200) cache.set(request.url, body, version);
    return sendPacked(request, reply, body);
  };
}

function sendPacked(request: FastifyRequest, reply: FastifyReply, body: PackedBody): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.headers(JSON_HEADERS);
  return encoding ? reply.header('content-encoding', encoding).send(body.in(encoding)) : reply.send(body.plain);
}

/** Until accounts exist nobody is signed in, so everything but public calls is refused. */
export const refuseEverybody: Guard = async (access) => {
  if (access !== 'anyone') throw new AppError('not_signed_in', 'no session');
};
