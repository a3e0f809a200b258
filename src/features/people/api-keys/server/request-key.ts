import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { ReadBudget } from '#lib/server/http/read-budget.ts';
import { findLiveKey, type LiveKey } from './api-keys.ts';

/** How late a revoked key is refused. */
const RECHECK_MS = 30_000;
const MAX_KEYS = 10_000;
const KEY = /^[Bb][Ee][Aa][Rr][Ee][Rr] +(cq_.{1,100})$/;

/** Sets `request.apiKey` for requests with a key. Refuses unknown and revoked keys. */
export function identifyApiKeys(
  app: FastifyInstance,
  { pool, readBudget }: { pool: Queryable; readBudget: ReadBudget | null },
): void {
  const known = new LRUCache<string, { live: LiveKey | null }>({ max: MAX_KEYS, ttl: RECHECK_MS });
  app.decorateRequest('apiKey', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    const key = authorization === undefined ? undefined : KEY.exec(authorization)?.[1];
    if (key === undefined) return done();
    const identify = async () => {
      const cached = known.get(key);
      // Trying keys costs what reading costs.
      if (!cached) readBudget?.spend(request.ip, 1);
      const { live } = cached ?? { live: await findLiveKey(pool, key) };
      if (!cached) known.set(key, { live });
      if (live === null) throw new AppError('not_signed_in', 'unknown API key', { messageKey: 'apiKeys.unknown' });
      request.apiKey = live;
    };
    identify().then(() => done(), done);
  });
}
