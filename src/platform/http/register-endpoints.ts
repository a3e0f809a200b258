import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#platform/database/statement.ts';
import { type Caller, NOBODY } from './caller.ts';
import { type Access, type Endpoint, spellings } from './endpoint.ts';
import { acceptedEncoding, PackedBody } from './packed-body.ts';
import { once } from './repeated-calls.ts';
import { countUse } from './request-limits.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Tells on whose behalf a request is made; refuses it when they may not use an endpoint with the given access. */
export type Guard = (access: Access, request: FastifyRequest) => Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Answers to anyone, by address. */
export type AnswerCache = VersionedCache<PackedBody>;

type Registration = { endpoints: Endpoint[]; guard: Guard; cache: AnswerCache | null; db: Queryable };

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' } as const;

/** Serves every endpoint under each of its spellings, behind the same guard. */
export function registerEndpoints(app: FastifyInstance, { endpoints, guard, cache, db }: Registration): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = NOBODY;
    done();
  });
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
        onRequest: responseCache ? answerFromCache(responseCache) : letIn(endpoint.access, guard),
        preHandler: async (request) => {
          if (endpoint.limit) await countUse(db, `${endpoint.method} ${endpoint.path} ${request.ip}`, endpoint.limit);
        },
        handler: responseCache
          ? keepAnswer(endpoint, responseCache)
          : endpoint.once
            ? (request, reply) => callOnce(db, endpoint, request, reply)
            : (request, reply) => call(endpoint, request, reply),
      });
    }
  }
}

function call(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { params, query, body, caller } = request;
  return endpoint.handle({ params, query, body, caller, request, reply });
}

/** A key counts for one person and one call; a visitor is known by address. */
function callOnce(db: Queryable, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  const work = () => call(endpoint, request, reply);
  if (key === undefined) return work();
  const { user } = request.caller;
  const scope = `${endpoint.method} ${endpoint.path} ${user ? `user ${user.id}` : request.ip}`;
  return once(db, { scope, key: String(key), body: request.body }, work);
}

function letIn(access: Access, guard: Guard) {
  return async (request: FastifyRequest) => {
    if (access !== 'anyone') request.caller = await guard(access, request);
  };
}

/** Only answers to anyone are kept, so there is nobody to guard against. */
function answerFromCache(cache: AnswerCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const kept = cache.get(request.url);
    if (kept === undefined) done();
    else sendPacked(request, reply, kept);
  };
}

/** Those who ask for the same while it is being made wait for the one answer, so an answer that lapses under load is made once. */
function keepAnswer(endpoint: Endpoint, cache: AnswerCache) {
  const making = new Map<string, Promise<PackedBody>>();
  const make = async (request: FastifyRequest, reply: FastifyReply) => {
    const version = cache.version();
    const body = new PackedBody(reply.serialize(await call(endpoint, request, reply)) as string);
    cache.set(request.url, body, version);
    return body;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    let body = making.get(request.url);
    if (!body) {
      body = make(request, reply).finally(() => making.delete(request.url));
      making.set(request.url, body);
    }
    return sendPacked(request, reply, await body);
  };
}

function sendPacked(request: FastifyRequest, reply: FastifyReply, body: PackedBody): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.headers(JSON_HEADERS);
  return encoding ? reply.header('content-encoding', encoding).send(body.in(encoding)) : reply.send(body.plain);
}
