import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createKeyFile, readKeyFile } from './key-file.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SHAPE = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/** Encrypts secrets that are stored in the database (AES-256-GCM). Each value names the key it was encrypted with. */
export class SecretBox {
  readonly #currentId: string;
  readonly #keys: Map<string, Buffer>;

  /** @param keys of 32 bytes; the first one encrypts, all of them decrypt */
  constructor(keys: readonly Buffer[]) {
    const [current] = keys;
    if (!current) throw new Error('an encryption key is needed');
    this.#currentId = keyId(current);
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
  }

  /** Beginning of all values that are encrypted with the current key. */
  get prefix(): string {
    return `${VERSION}.${this.#currentId}.`;
  }

  /** @param place table, column and row of the value, which cannot be decrypted at another place */
  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#currentId)!, iv);
    cipher.setAAD(Buffer.from(place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return this.prefix + Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Returns null if the key is unknown, the value was changed, or it belongs to another place. */
  open(sealed: string, place: string): string | null {
    const [, id = '', body = ''] = SHAPE.exec(sealed) ?? [];
    const key = this.#keys.get(id);
    const bytes = Buffer.from(body, 'base64url');
    if (!key || bytes.length < IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    } catch {
      return null;
    }
  }
}

/** The id reveals nothing about the key, which has 256 random bits. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('carquay key id').update(key).digest('hex').slice(0, 8);
}

/** File with a key per line, the current one first. */
const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'encryption.key');

/**
 * Opens the keys of the settings, then those of the key file. Without ENCRYPTION_KEY and without
 * the file it creates the file, which only the operating system user of the site can read.
 */
export function openSecretBox(config: Pick<Config, 'dataDir' | 'encryptionKey' | 'encryptionOldKeys'>): SecretBox {
  const file = keyFile(config);
  if (config.encryptionKey === undefined && !existsSync(file)) createKeyFile(file, 1);
  const current = config.encryptionKey === undefined ? [] : [config.encryptionKey];
  const keys = [...current, ...(existsSync(file) ? readKeyFile(file) : []), ...config.encryptionOldKeys];
  return new SecretBox(keys.map((key) => Buffer.from(key, 'base64')));
}
