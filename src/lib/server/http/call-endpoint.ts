import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallContract } from '../../api-client/api-call.ts';
import type { Queryable } from '../database/statement.ts';
import { requestTranslator } from '../i18n/languages.ts';
import { networkOf } from './client-network.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { errorBody } from './error-body.ts';
import { runIdempotent } from './idempotency.ts';
import { countAttempt } from './rate-limit.ts';
import type { Guard } from './register-endpoints.ts';
import type { UploadedFile } from './uploads/multipart.ts';

type Sent = { body: unknown; files: UploadedFile[] };

/** Runs an endpoint's handler. A call that is `idempotent` and carries a key runs it once per key. */
export function callEndpoint(
  db: Queryable,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, files }: Sent = { body: request.body, files: [] },
): Promise<unknown> {
  const { params, query, caller } = request;
  const t = requestTranslator(request);
  const work = () => endpoint.handle({ params, query, body, files, caller, t, request, reply });
  const key = request.headers['idempotency-key'];
  if (!endpoint.idempotent || key === undefined) return work();
  const hashes = files.map(({ field, sha256 }) => [field, sha256.toString('hex')]);
  return runIdempotent(
    db,
    { scope: scopeOf(endpoint, request), key: String(key), body: files.length > 0 ? [body, hashes] : body },
    work,
  );
}

/** A key is valid for one caller and one endpoint. Anonymous callers are told apart by network. */
function scopeOf({ method, path, access }: Endpoint, { caller: { user, admin }, ip }: FastifyRequest): string {
  const caller = access === 'admin' && admin ? `admin ${admin.id}` : user ? `user ${user.id}` : networkOf(ip);
  return `${method} ${path} ${caller}`;
}

/** Identifies the caller and marks the response `no-store`. */
export function authorizeCall(access: Access, guard: Guard) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (access !== 'anyone') request.caller = await guard(access, request);
  };
}

export function rateLimit(db: Queryable, { method, path, limit, globalLimit }: Endpoint) {
  return async (request: FastifyRequest) => {
    if (limit) await countAttempt(db, `${method} ${path} ${networkOf(request.ip)}`, limit);
    if (globalLimit) await countAttempt(db, `${method} ${path}`, globalLimit);
  };
}

/** With the error body for every status that is not declared, so that no response is serialized without a schema. */
export const withError = (responses: CallContract['responses']) => ({ ...responses, default: errorBody });

/** The route schema of an endpoint. The OpenAPI document leaves out its second alias. */
export function routeSchema({ summary, tag, params, query, responses }: Endpoint, alias: number) {
  return {
    summary,
    tags: [tag],
    hide: alias > 0,
    ...(params && { params }),
    ...(query && { querystring: query }),
    response: withError(responses),
  };
}
