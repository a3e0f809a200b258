import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';

/** Marks a restored data folder until its release. Until then the site sends, charges, deletes and backs up nothing. */
const MARK = 'held.json';

const heldSchema = z.object({
  restoredAt: z.iso.datetime(),
  /** The time whose state was restored; null: all that was archived. */
  restoredTo: z.iso.datetime().nullable(),
  isComplete: z.boolean(),
});
export type HeldCopy = z.output<typeof heldSchema>;

export function markHeld(folder: string, held: HeldCopy): void {
  writeFileSync(join(folder, MARK), JSON.stringify(held), { mode: 0o600, flush: true });
}

/** Returns how a data folder was restored; null if it was not, or was released. Throws `ConfigError` if the restore did not finish. */
export function readHeld(folder: string): HeldCopy | null {
  const mark = join(folder, MARK);
  if (!existsSync(mark)) return null;
  const held = heldSchema.safeParse(JSON.parse(readFileSync(mark, 'utf8')));
  if (!held.success) throw new ConfigError(`${mark} cannot be read. Restore the backup again into another folder.`);
  if (!held.data.isComplete)
    throw new ConfigError(`The restore into ${folder} did not finish. Delete the folder and restore again.`);
  return held.data;
}

/** Lets the site that uses the folder send, charge, delete and back up. */
export function releaseHeld(folder: string): void {
  if (!readHeld(folder)) throw new ConfigError(`${folder} is not held. There is nothing to release.`);
  rmSync(join(folder, MARK));
}
