import type { FastifyInstance } from 'fastify';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { KEY_LIST_PATH, type KeyList, type PublicKeyEntry } from '../model/key-list.ts';
import { type KeyRow, readKeys } from './document-key-store.ts';

/** The next key is published long before it signs, so an old list knows it. */
const CACHE = 'public, max-age=3600, stale-if-error=2592000';

/** Serves the public keys that sign documents. */
export function registerKeyList(app: FastifyInstance, db: Queryable): void {
  app.get(KEY_LIST_PATH, { schema: { hide: true } }, async (_request, reply) => {
    const list: KeyList = { keys: (await readKeys(db)).map(entryOf) };
    return reply.type('application/jwk-set+json').header('cache-control', CACHE).send(JSON.stringify(list));
  });
}

function entryOf({ kid, publicKey, state, currentFrom, retiredAt, compromisedAt }: KeyRow): PublicKeyEntry {
  const until = compromisedAt ?? retiredAt;
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid,
    x: publicKey.toString('base64url'),
    state,
    ...(currentFrom && { nbf: secondsOf(currentFrom) }),
    ...(until && { exp: secondsOf(until) }),
  };
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);
