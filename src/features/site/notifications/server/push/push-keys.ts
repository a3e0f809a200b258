import { generateKeyPairSync } from 'node:crypto';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { SecretBox } from '#lib/server/secrets/secret-box.ts';
import { addPushKeys, type PushKeys, storedPushKeys } from './push-store.ts';

/** The key pair by which push services recognize the site (VAPID, RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string };

const PLACE = 'push_keys.private_key';

function newKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), ...[x, y].map((part) => Buffer.from(part, 'base64url'))]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

async function storedOrNew(db: Queryable, secrets: SecretBox): Promise<PushKeys> {
  const stored = await storedPushKeys(db);
  if (stored) return stored;
  const made = newKeys();
  await addPushKeys(db, made.publicKey, secrets.seal(made.privateKey, PLACE));
  return storedOrNew(db, secrets);
}

/** Returns the key that browsers subscribe to. The first call of all generates the pair. */
export async function readPublicKey(db: Queryable, secrets: SecretBox): Promise<string> {
  return (await storedOrNew(db, secrets)).publicKey;
}

/** Returns the key pair. Throws if the private key cannot be decrypted. */
export async function readVapidKeys(db: Queryable, secrets: SecretBox): Promise<VapidKeys> {
  const { publicKey, sealedKey } = await storedOrNew(db, secrets);
  const privateKey = secrets.open(sealedKey, PLACE);
  if (privateKey === null) throw new Error('the key of web push was encrypted with another key than ENCRYPTION_KEY');
  return { publicKey, privateKey };
}
