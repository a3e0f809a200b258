import type pg from 'pg';
import { originOf, userOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { apiKeyCalls } from '../../people-calls.ts';
import { type ApiKeyResponse, apiKeyContract } from '../model/api-key-contract.ts';
import { type ApiKey, findApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';

/** @param readsPerMinute what one key may spend; 0: no limit */
export function apiKeyEndpoints({ pool, readsPerMinute }: { pool: pg.Pool; readsPerMinute: number }): Endpoint[] {
  return [
    endpoint(apiKeyCalls.list, apiKeyContract.list, {
      summary: 'The keys with which programs of the user read the public API',
      access: 'user',
      handle: async ({ caller }) => ({
        reads_per_minute: readsPerMinute,
        keys: (await findApiKeys(pool, userOf(caller).id)).map(toResponse),
      }),
    }),
    endpoint(apiKeyCalls.make, apiKeyContract.make, {
      summary: 'Make a key. It is in this response only',
      access: 'user',
      limit: { uses: 20, inSeconds: 3_600 },
      handle: async ({ body, caller, request }) => {
        const { key, ...made } = await makeApiKey({ pool }, userOf(caller).id, body.name, originOf(request));
        return { ...toResponse(made), key };
      },
    }),
    endpoint(apiKeyCalls.revoke, apiKeyContract.revoke, {
      summary: 'Revoke a key',
      access: 'user',
      handle: async ({ params, caller, request }) =>
        toResponse(await revokeApiKey({ pool }, userOf(caller).id, params.id, originOf(request))),
    }),
  ];
}

function toResponse({ id, name, beginning, createdAt, lastUsedOn, revokedAt }: ApiKey): ApiKeyResponse {
  return {
    id,
    name,
    beginning,
    created_at: createdAt.toISOString(),
    last_used_on: lastUsedOn,
    revoked: revokedAt !== null,
  };
}
