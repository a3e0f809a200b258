import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { FileStore } from '../files/file-store.ts';
import type { BackupKeys } from './backup-keys.ts';
import { BackupStore } from './backup-store.ts';

/**
 * A generation is everything that one life of a database has backed up: bases, WAL, files and keys. A restored copy begins a new one,
 * so it never writes among the objects it came from.
 */
export const GENERATIONS = 'generations';
const time = z.iso.datetime({ offset: true });
const lsn = z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/);

export const infoSchema = z.object({
  format: z.literal(1),
  systemIdentifier: z.string(),
  timeline: z.number().int(),
  createdAt: time,
});
export type GenerationInfo = z.output<typeof infoSchema>;

/** WAL is missing from a time until a position. Later times can be restored from bases that begin there or after. */
const gapSchema = z.object({ from: time, resumes: lsn });
export type Gap = z.output<typeof gapSchema>;

export const statusSchema = z.object({
  /** Commits before this time are archived. */
  walThrough: time,
  walTo: lsn,
  gaps: z.array(gapSchema),
});
export type ArchiveStatus = z.output<typeof statusSchema>;

export const filesStatusSchema = z.object({ through: time });

const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string().regex(/^[a-z0-9-]+$/),
  startedAt: time,
  /** The earliest time to which this base can be restored. */
  endedAt: time,
  startLsn: lsn,
  stopLsn: lsn,
  /** The segment that recovery reads first. */
  startSegment: z.string().regex(/^[0-9A-F]{24}$/),
  postgresMajor: z.string(),
  productVersion: z.string(),
  lastMigration: z.string(),
  files: z.number().int(),
  bytes: z.number().int(),
  /** In order, with the sizes of the encrypted objects. */
  packs: z.array(z.object({ key: z.string(), bytes: z.number().int() })),
});
export type Manifest = z.output<typeof manifestSchema>;

export const INFO = 'about/generation.json';
export const STATUS = 'about/wal.json';
export const FILES_STATUS = 'about/files.json';
export const BASES = 'bases';
export const baseFolder = (name: string) => `${BASES}/${name}`;
export const manifestKey = (name: string) => `${baseFolder(name)}/manifest.json`;
export const packKey = (name: string, index: number) => `${baseFolder(name)}/${String(index).padStart(6, '0')}.pack`;

/** Names sort by time. */
export const nameAt = (at: Date) => at.toISOString().replace(/\..*/, '').replace('T', '-').replaceAll(':', '');
export const newGeneration = (at: Date) => `${nameAt(at)}-${randomBytes(4).toString('hex')}`;

export const generationStore = (files: FileStore, keys: BackupKeys, id: string) =>
  new BackupStore(files, keys, `${GENERATIONS}/${id}`);

/** Returns the bases that are complete, oldest first. A base without a manifest was interrupted. */
export async function completeBases(store: BackupStore): Promise<Manifest[]> {
  const bases: Manifest[] = [];
  for await (const name of store.folders(BASES)) {
    const manifest = await store.readJson(manifestKey(name), manifestSchema);
    if (manifest) bases.push(manifest);
  }
  return bases.toSorted((a, b) => Date.parse(a.endedAt) - Date.parse(b.endedAt));
}

export async function generationIds(files: FileStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const folder of files.folders(`${GENERATIONS}/`)) ids.push(folder.slice(GENERATIONS.length + 1));
  return ids.sort();
}
