import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { CallContract } from '../../api-client/api-call.ts';
import { requestTranslator } from '../i18n/languages.ts';
import { networkOf } from './client-network.ts';
import type { Endpoint, GroupedEndpoint, Guard } from './endpoint.ts';
import { errorBody } from './error-body.ts';
import { runIdempotent } from './idempotency.ts';
import { isInProcess } from './in-process-api.ts';
import { countClient, countUse } from './rate-limit.ts';
import type { ReadBudget } from './read-budget.ts';
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

/** A key is valid for one caller and one endpoint. Anonymous callers are distinguished by network. */
function scopeOf({ method, path, access }: Endpoint, { caller: { user, admin }, ip }: FastifyRequest): string {
  const caller = access === 'admin' && admin ? `admin ${admin.id}` : user ? `user ${user.id}` : networkOf(ip);
  return `${method} ${path} ${caller}`;
}

/** Identifies the caller and marks the response `no-store`. */
export function authorizeCall({ access, permission }: Pick<Endpoint, 'access' | 'permission'>, guard: Guard) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (access !== 'anyone') request.caller = await guard(access, request, permission);
  };
}

/** How long a call waits while all clients together make more than `slowAbove` of them. */
const CROWDED_MS = 2_000;

export function rateLimit(db: Queryable, endpoint: Endpoint, reads: ReadBudget | null = null) {
  const { method, path, limit, slowAbove, readCost } = endpoint;
  return async (request: FastifyRequest) => {
    if (readCost !== undefined && !isInProcess(request))
      reads?.spendFor(request, typeof readCost === 'number' ? readCost : readCost(request.query));
    if (limit) await countClient(db, `${method} ${path}`, request.ip, limit);
    if (!slowAbove) return;
    const { hits } = await countUse(db, `${method} ${path}`, slowAbove.inSeconds);
    if (hits > slowAbove.uses) await pause(CROWDED_MS);
  };
}

/** With the error body for every status that is not declared, so that no response is serialized without a schema. */
export const withError = (responses: CallContract['responses']) => ({ ...responses, default: errorBody });

/** The route schema of an endpoint. The OpenAPI document leaves out its second alias. */
export function routeSchema(endpoint: GroupedEndpoint, alias: number) {
  const { summary, group, access, permission, params, query, responses } = endpoint;
  return {
    summary,
    description: `Access: ${access}${permission ? `, with the permission ${permission}` : ''}`,
    tags: [group],
    hide: alias > 0,
    ...(params && { params }),
    ...(query && { querystring: query }),
    response: withError(responses),
  };
}
