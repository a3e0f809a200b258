import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { ConfigError } from '#lib/config-error.ts';
import { type BackupKeys, KEY_ID_BYTES } from './backup-keys.ts';

/**
 * An encrypted object of a backup: header, wrapped data key, then chunks of up to 1 MiB. Each chunk has its own tag and is bound to its
 * position, so no unverified byte is ever returned. Each object has its own data key, encrypted with the key of the settings and bound to
 * the object's name, so one object cannot replace another.
 */
const MAGIC = Buffer.from('CQB1');
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + 1;
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const COMPRESSED = 1;
/** Fast. Higher levels cost more time than they save. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The object is encrypted with a key that BACKUP_KEY does not have. */
export class WrongBackupKey extends ConfigError {
  constructor(keyId: string) {
    super(
      `BACKUP_KEY is not the key of this backup, which was made with the key ${keyId}. Add that key to BACKUP_KEY, after a comma.`,
    );
  }
}

/** The object was changed, cut off or renamed since it was written. */
export class DamagedObject extends ConfigError {
  constructor(name: string) {
    super(`The object ${name} of the backup is damaged.`);
  }
}

/** Encrypts content, and compresses it first unless it is compressed already. */
export async function sealObject(
  { current }: BackupKeys,
  name: string,
  content: Buffer,
  compress: boolean,
): Promise<Buffer> {
  const plain = compress ? await promisify(zstdCompress)(content, LEVEL) : content;
  const header = Buffer.concat([MAGIC, Buffer.from(current.id, 'hex'), Buffer.from([compress ? COMPRESSED : 0])]);
  const dataKey = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const wrap = createCipheriv(CIPHER, current.secret, nonce).setAAD(boundTo(header, name)) as CipherGCM;
  const parts = [header, nonce, wrap.update(dataKey), wrap.final(), wrap.getAuthTag()];
  for (const [chunk, place] of chunksOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, dataKey, place).setAAD(header) as CipherGCM;
    parts.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(parts);
}

/** Throws `WrongBackupKey`, or `DamagedObject` if any byte differs from what was sealed under this name. */
export async function openObject({ byId }: BackupKeys, name: string, sealed: Buffer): Promise<Buffer> {
  const header = sealed.subarray(0, HEADER_BYTES);
  if (sealed.length < HEADER_BYTES + WRAPPED_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedObject(name);
  const keyId = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).toString('hex');
  const key = byId.get(keyId);
  if (!key) throw new WrongBackupKey(keyId);
  try {
    const body = sealed.subarray(HEADER_BYTES + NONCE_BYTES);
    const nonce = sealed.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const dataKey = decrypt(key.secret, nonce, boundTo(header, name), body.subarray(0, KEY_BYTES + TAG_BYTES));
    const opened = chunksOf(body.subarray(KEY_BYTES + TAG_BYTES), CHUNK_BYTES + TAG_BYTES).map(([chunk, place]) =>
      decrypt(dataKey, place, header, chunk),
    );
    const plain = Buffer.concat(opened);
    return header.at(-1) === COMPRESSED ? await promisify(zstdDecompress)(plain) : plain;
  } catch {
    throw new DamagedObject(name);
  }
}

function decrypt(key: Buffer, nonce: Buffer, bound: Buffer, sealed: Buffer): Buffer {
  const end = sealed.length - TAG_BYTES;
  if (end < 0) throw new Error('cut off');
  const decipher = createDecipheriv(CIPHER, key, nonce) as DecipherGCM;
  decipher.setAAD(bound).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}

/** Cuts content into chunks with their nonces: number and whether it is the last. There is always a last one. */
function chunksOf(content: Buffer, size: number): [chunk: Buffer, nonce: Buffer][] {
  const count = Math.max(1, Math.ceil(content.length / size));
  return Array.from({ length: count }, (_, index) => {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(index, 0);
    nonce.writeUInt8(index === count - 1 ? 1 : 0, NONCE_BYTES - 1);
    return [content.subarray(index * size, (index + 1) * size), nonce];
  });
}

const boundTo = (header: Buffer, name: string) => Buffer.concat([header, Buffer.from(name)]);
