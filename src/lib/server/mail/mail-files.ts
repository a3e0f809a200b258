import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/statement.ts';
import { knownMails } from './mail-outbox.ts';

const BATCH = 500;
/** A file of `fileDelivery`: its name contains the id of the row in the outbox. */
const NAME = /^\.?\d{8}T\d{6}\.\d{3}Z-mail-(?<uuid>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[.-]|$)/;

/**
 * Removes the files of emails that are no longer in the outbox, because they are old or because an account was deleted.
 * Rows are written before their files and deleted before them, so a crash leaves no file behind for long. Ignores other
 * files and a missing folder.
 */
export async function removeForgottenMails(db: Queryable, folder: string): Promise<void> {
  const names = await readdir(folder).catch(emptyIfMissing);
  const files = names.flatMap((name) => {
    const uuid = NAME.exec(name)?.groups?.uuid;
    return uuid === undefined ? [] : [{ name, uuid }];
  });
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH);
    const known = await knownMails(db, [...new Set(batch.map(({ uuid }) => uuid))]);
    for (const { name, uuid } of batch) if (!known.has(uuid)) await rm(join(folder, name), { force: true });
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
