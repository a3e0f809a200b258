import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../database/statement.ts';
import { identifyAdmin, respondToAdmin } from './admin-variant.ts';
import { authorizeCall, callEndpoint, descriptionOf, rateLimit } from './call-endpoint.ts';
import { type Caller, NOBODY } from './caller.ts';
import { acceptedEncoding, CompressedBody } from './compressed-body.ts';
import { type Access, type Endpoint, spellings } from './endpoint.ts';
import { withOwnerFallback } from './owner-fallback.ts';
import { registerUploads, type UploadEndpoint, type UploadSpace } from './register-uploads.ts';
import type { VersionedCache } from './versioned-cache.ts';

/** Tells on whose behalf a request is made; refuses it when they may not use an endpoint with the given access. */
export type Guard = (access: Access, request: FastifyRequest) => Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Answers to anyone, by address. */
export type AnswerCache = VersionedCache<CompressedBody>;

type Registration = {
  endpoints: Endpoint[];
  guard: Guard;
  cache: AnswerCache | null;
  db: Queryable;
  uploads: UploadSpace;
  /** Whether a request brings what administrators are known by, be it worth anything or not. */
  mayBeAdmin?: (request: FastifyRequest) => boolean;
};

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' } as const;

/** Serves every endpoint under each of its spellings, behind the same guard. */
export function registerEndpoints(app: FastifyInstance, registration: Registration): void {
  const { endpoints, guard, cache, db, uploads, mayBeAdmin = () => false } = registration;
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = NOBODY;
    done();
  });
  registerUploads(app, { endpoints: endpoints.filter(takesFiles), guard, db, uploads });
  for (const endpoint of endpoints) {
    if (takesFiles(endpoint)) continue;
    const responseCache = endpoint.access === 'anyone' && endpoint.cache ? cache : null;
    const publicAnswer = responseCache
      ? keepAnswer(db, endpoint, responseCache)
      : (request: FastifyRequest, reply: FastifyReply) => callEndpoint(db, endpoint, request, reply);
    const first = responseCache ? answerFromCache(responseCache) : authorizeCall(endpoint.access, guard);
    const { forAdmin, forInsiders } = endpoint;
    const answer = forInsiders ? withOwnerFallback(forInsiders, guard, publicAnswer) : publicAnswer;
    for (const [spelling, url] of spellings(endpoint.path).entries()) {
      app.route({
        method: endpoint.method,
        url,
        ...(responseCache && { compress: false }),
        schema: { ...descriptionOf(endpoint, spelling), ...(endpoint.body && { body: endpoint.body }) },
        onRequest: forAdmin && endpoint.access === 'anyone' ? [identifyAdmin(guard, mayBeAdmin), first] : first,
        preHandler: rateLimit(db, endpoint),
        handler: forAdmin ? respondToAdmin(forAdmin, answer) : answer,
      });
    }
  }
}

function takesFiles(endpoint: Endpoint): endpoint is UploadEndpoint {
  return endpoint.upload !== undefined;
}

/** Only answers to anyone are kept, so there is nobody to guard against; administrators may be answered in another way. */
function answerFromCache(cache: AnswerCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const kept = cache.get(request.url);
    if (kept === undefined || request.caller.admin !== null) done();
    else sendPacked(request, reply, kept);
  };
}

/** Those who ask for the same while it is being made wait for the one answer, so an answer that lapses under load is made once. */
function keepAnswer(db: Queryable, endpoint: Endpoint, cache: AnswerCache) {
  const making = new Map<string, Promise<CompressedBody>>();
  const make = async (request: FastifyRequest, reply: FastifyReply) => {
    const version = cache.version();
    const body = new CompressedBody(reply.serialize(await callEndpoint(db, endpoint, request, reply)) as string);
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

function sendPacked(request: FastifyRequest, reply: FastifyReply, body: CompressedBody): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.headers(JSON_HEADERS);
  return encoding ? reply.header('content-encoding', encoding).send(body.in(encoding)) : reply.send(body.plain);
}
