import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { type Access, type Endpoint, spellings } from './endpoint.ts';
import { countUse } from './request-limits.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Refuses a request that may not use an endpoint with the given access. */
export type Guard = (access: Access, request: FastifyRequest) => Promise<void>;

type Registration = { endpoints: Endpoint[]; guard: Guard; cache: VersionedCache<string> | null; db: Queryable };

const JSON_TYPE = 'application/json; charset=utf-8';

/** Serves every endpoint under each of its spellings, behind the same guard. */
export function registerEndpoints(app: FastifyInstance, { endpoints, guard, cache, db }: Registration): void {
  for (const endpoint of endpoints) {
    const responseCache = endpoint.cache === 'while-stock-unchanged' ? cache : null;
    for (const [index, url] of spellings(endpoint.path).entries()) {
      app.route({
        method: endpoint.method,
        url,
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.tag],
          hide: index > 0,
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          response: { 200: endpoint.answer },
        },
        onRequest: async (request, reply) => {
          if (endpoint.access !== 'anyone') await guard(endpoint.access, request);
          const kept = responseCache?.get(request.url);
          if (kept !== undefined) return reply.type(JSON_TYPE).send(kept);
        },
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

function keepAnswer(endpoint: Endpoint, cache: VersionedCache<string>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const version = cache.version();
    const text = reply.serialize(await call(endpoint, request, reply)) as string;
    if (reply.statusCode === 200) cache.set(request.url, text, version);
    return reply.type(JSON_TYPE).send(text);
  };
}

/** Until accounts exist nobody is signed in, so everything but public calls is refused. */
export const refuseEverybody: Guard = async () => {
  throw new AppError('not_signed_in', 'no session');
};
