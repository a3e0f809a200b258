import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createKeyFile, readKeyFile } from './key-file.ts';
import { SecretBox } from './secret-box.ts';

/** File with a key per line, the current one first. */
export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'encryption.key');

/**
 * Opens the keys of the settings and of the key file, those of the settings first. Without ENCRYPTION_KEY and without
 * the file it creates the file, which only the operating system user of the site can read.
 */
export function openSecretBox(config: Pick<Config, 'dataDir' | 'encryptionKey' | 'encryptionOldKeys'>): SecretBox {
  const file = keyFile(config);
  if (config.encryptionKey === undefined && !existsSync(file)) createKeyFile(file, 1);
  const current = config.encryptionKey === undefined ? [] : [config.encryptionKey];
  const keys = [...current, ...(existsSync(file) ? readKeyFile(file) : []), ...config.encryptionOldKeys];
  return new SecretBox(keys.map((key) => Buffer.from(key, 'base64')));
}
