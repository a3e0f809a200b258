import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { AppError } from '../../app-error.ts';
import { requestTranslator } from '../i18n/languages.ts';
import { acceptedEncoding, CompressedBody } from './cache/compressed-body.ts';
import type { VersionedCache } from './cache/versioned-cache.ts';
import { authorizeCall, callEndpoint, rateLimit, routeSchema } from './call-endpoint.ts';
import { ANONYMOUS, type Caller } from './caller.ts';
import { type Endpoint, type GroupedEndpoint, type Guard, pathAliases } from './endpoint.ts';
import { JsonText } from './json-text.ts';
import type { ReadBudget } from './read-budget.ts';
import { serializerOf } from './schema-compilers.ts';
import { registerUploads, type UploadEndpoint, type UploadSpace } from './uploads/register-uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyContextConfig {
    refusesWithFlag?: boolean;
  }
}

/** Responses that are the same for everybody, by URL. */
type ResponseCache = VersionedCache<CompressedBody>;

type Registration = {
  /** By the groups of the API documentation. */
  endpoints: Record<string, Endpoint[]>;
  guard: Guard;
  cache: ResponseCache | null;
  db: Queryable;
  /** The budget of reads per client; null: no limit. */
  reads?: ReadBudget | null;
  /** How long ago the inventory was last compared with the database. */
  inventoryAgeMs?: () => number;
  uploads: UploadSpace;
  /** Whether a request has an administrator's cookie, valid or not. */
  mayBeAdmin?: (request: FastifyRequest) => boolean;
};

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' } as const;

/** Serves every endpoint under each of its path aliases, behind the same guard. */
export function registerEndpoints(app: FastifyInstance, registration: Registration): void {
  const { guard, cache, db, reads = null, uploads, mayBeAdmin = () => false } = registration;
  const { inventoryAgeMs = () => 0 } = registration;
  const endpoints = Object.entries(registration.endpoints).flatMap(([group, members]) =>
    members.map((endpoint) => ({ ...endpoint, group })),
  );
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = ANONYMOUS;
    done();
  });
  registerUploads(app, { endpoints: endpoints.filter(takesFiles), guard, db, uploads });
  for (const endpoint of endpoints) {
    if (takesFiles(endpoint)) continue;
    const responseCache = endpoint.access === 'anyone' && endpoint.cache ? cache : null;
    const handlePublic = responseCache ? handleCached(db, endpoint, responseCache) : handleUncached(db, endpoint);
    const first = responseCache ? respondFromCache(responseCache) : authorizeCall(endpoint, guard);
    const { adminVariant, ownerFallback } = endpoint;
    const handle = ownerFallback ? withOwnerFallback(endpoint, ownerFallback, guard, handlePublic) : handlePublic;
    const identify = adminVariant && endpoint.access === 'anyone' ? [identifyAdmin(endpoint, guard, mayBeAdmin)] : [];
    const share = endpoint.readByOtherOrigins ? [shareWithOtherOrigins] : [];
    for (const [alias, url] of pathAliases(endpoint.path).entries()) {
      app.route({
        method: endpoint.method,
        url,
        ...(responseCache && { compress: false }),
        config: { refusesWithFlag: endpoint.refusesWithFlag ?? false },
        schema: { ...routeSchema(endpoint, alias), ...(endpoint.body && { body: endpoint.body }) },
        onRequest: [...share, ...identify, first],
        preHandler: rateLimit(db, endpoint, reads),
        ...(endpoint.showsInventory && { onSend: sayAge(inventoryAgeMs) }),
        handler: adminVariant ? respondToAdmin(adminVariant, handle) : handle,
      });
    }
  }
}

function takesFiles(endpoint: GroupedEndpoint): endpoint is UploadEndpoint {
  return endpoint.upload !== undefined;
}

/** A URL is answered in each language. */
const cacheKey = (request: FastifyRequest) => `${requestTranslator(request).locale} ${request.url}`;

/**
 * Needs no guard: only public responses are cached. Administrators get theirs from the handler. Some proxies keep a response without
 * cache-control for hours.
 */
function respondFromCache(cache: ResponseCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (request.caller.admin === null) reply.header('cache-control', 'no-cache');
    const respond = () => {
      const cached = cache.get(cacheKey(request));
      if (cached === undefined || request.caller.admin !== null) done();
      else sendCompressed(request, reply, cached);
    };
    const refreshing = cache.refresh();
    if (refreshing) void refreshing.then(respond);
    else respond();
  };
}

/** Browsers send no cookies with such a request, so the response is the visitor's only. */
function shareWithOtherOrigins(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
  done();
}

function sayAge(ageMs: () => number) {
  return (_request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void) => {
    reply.header('x-inventory-age-ms', ageMs());
    done();
  };
}

function handleUncached(db: Queryable, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await callEndpoint(db, endpoint, request, reply);
    return response instanceof JsonText ? reply.headers(JSON_HEADERS).send(response.bytes()) : response;
  };
}

/**
 * Runs the handler once for all concurrent requests of a URL, so a response that expires under load is built once.
 */
function handleCached(db: Queryable, endpoint: Endpoint, cache: ResponseCache) {
  const pending = new Map<string, Promise<CompressedBody>>();
  const build = async (request: FastifyRequest, reply: FastifyReply) => {
    const version = cache.version();
    const response = await callEndpoint(db, endpoint, request, reply);
    const body = new CompressedBody(
      response instanceof JsonText ? response.bytes() : (reply.serialize(response) as string),
    );
    cache.set(cacheKey(request), body, version);
    return body;
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = cacheKey(request);
    let body = pending.get(key);
    if (!body) {
      body = build(request, reply).finally(() => pending.delete(key));
      pending.set(key, body);
    }
    return sendCompressed(request, reply, await body);
  };
}

function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: CompressedBody): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.headers(JSON_HEADERS);
  return encoding ? reply.header('content-encoding', encoding).send(body.in(encoding)) : reply.send(body.plain);
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Sets the caller if an administrator sends the request. Other requests only pay for a check of their cookies. */
function identifyAdmin({ permission }: Endpoint, guard: Guard, mayBeAdmin: (request: FastifyRequest) => boolean) {
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
function respondToAdmin(adminVariant: NonNullable<Endpoint['adminVariant']>, handlePublic: Handler): Handler {
  const serialize = serializerOf(adminVariant.response);
  return async (request, reply) => {
    const { params, query, body, caller } = request;
    const input = { params, query, body, files: [], caller, t: requestTranslator(request), request, reply };
    const response = caller.admin === null ? null : await adminVariant.handle(input);
    if (response === null) return handlePublic(request, reply);
    return reply.type('application/json; charset=utf-8').serializer(serialize).send(response);
  };
}

/** Runs `handlePublic`; where it finds nothing, identifies the caller and tries `ownerFallback`. */
function withOwnerFallback(
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
