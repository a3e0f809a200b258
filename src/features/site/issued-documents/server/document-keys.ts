import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#lib/app-error.ts';
import type { Config } from '#lib/server/config/config.ts';
import { appendKey, createKeyFile, newKey, readKeyFile } from '#lib/server/secrets/key-file.ts';

type KeyConfig = Pick<Config, 'dataDir' | 'documentKeys'>;
type PrivateKey = { kid: string; publicKey: Buffer; key: KeyObject };

/** The DER encoding of an Ed25519 private key before its 32 bytes (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const KID_LENGTH = 8;

/** File with a private key per line, the oldest first. */
export const documentKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'document-signing.key');

/** The beginning of the thumbprint of a public key (RFC 7638). */
export function kidOf(publicKey: Buffer): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') });
  return createHash('sha256').update(members).digest('base64url').slice(0, KID_LENGTH);
}

function privateKeyOf(base64: string): PrivateKey {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  return { kid: kidOf(publicKey), publicKey, key };
}

export function isSignedBy(publicKey: Buffer, bytes: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, bytes, key, signature);
}

/**
 * The private keys that sign documents: those of DOCUMENT_KEYS and of the key file. Without both, creates the file with
 * a current and a next key. Which of them is current is in the table `document_keys`.
 */
export class DocumentKeys {
  readonly #config: KeyConfig;
  #keys: Map<string, PrivateKey>;

  constructor(config: KeyConfig) {
    this.#config = config;
    const file = documentKeyFile(config);
    if (config.documentKeys.length === 0 && !existsSync(file)) createKeyFile(file, 2);
    this.#keys = this.#read();
  }

  /** The public halves, the oldest first. */
  all(): Pick<PrivateKey, 'kid' | 'publicKey'>[] {
    return [...this.#keys.values()];
  }

  has(kid: string): boolean {
    return this.#keys.has(kid);
  }

  /** Reads the keys again if one is unknown, because another process may have added it. Throws if it stays unknown. */
  sign(kid: string, bytes: Uint8Array): Buffer {
    if (!this.#keys.has(kid)) this.#keys = this.#read();
    const found = this.#keys.get(kid);
    if (!found) throw new AppError('overloaded', `the private half of the document key ${kid} is missing`);
    return sign(null, bytes, found.key);
  }

  /** Adds a new key to the file. Returns false if the keys come from the settings. */
  addNew(): boolean {
    if (this.#config.documentKeys.length > 0) return false;
    appendKey(documentKeyFile(this.#config), newKey());
    this.#keys = this.#read();
    return true;
  }

  #read(): Map<string, PrivateKey> {
    const file = documentKeyFile(this.#config);
    const texts = [...(existsSync(file) ? readKeyFile(file) : []), ...this.#config.documentKeys];
    return new Map(texts.map(privateKeyOf).map((key) => [key.kid, key]));
  }
}
