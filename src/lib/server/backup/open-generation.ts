import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileStore } from '../files/file-store.ts';
import type { BackupKeys } from './backup-keys.ts';
import type { BackupStore } from './backup-store.ts';
import { type GenerationInfo, generationStore, INFO, infoSchema, newGeneration } from './generation.ts';
import type { WalState } from './replication-slot.ts';
import { WalArchive } from './wal-archive.ts';

/** Names the generation that a data folder writes. It is not part of any backup, so a restored copy begins a new one. */
const POINTER = 'backup-generation';

export type Generation = { id: string; store: BackupStore; archive: WalArchive };
type Options = { files: FileStore; keys: BackupKeys; dataDir: string; walFolder: string; state: WalState };

/** Opens the generation that this data folder writes. Begins a new one if there is none, or if it is of another database. */
export async function openGeneration({ files, keys, dataDir, walFolder, state }: Options): Promise<Generation> {
  const id = generationOf(dataDir);
  if (id !== null) {
    const store = generationStore(files, keys, id);
    const info = await store.readJson(INFO, infoSchema);
    const isOurs = info?.systemIdentifier === state.systemIdentifier && info.timeline === state.timeline;
    const archive = isOurs ? await WalArchive.open(store, walFolder, state) : null;
    if (archive) return { id, store, archive };
  }
  const created = newGeneration(state.at);
  const store = generationStore(files, keys, created);
  const info: GenerationInfo = {
    format: 1,
    systemIdentifier: state.systemIdentifier,
    timeline: state.timeline,
    createdAt: state.at.toISOString(),
  };
  await store.putJson(INFO, info);
  writeFileSync(join(dataDir, POINTER), created, { mode: 0o600, flush: true });
  const archive = await WalArchive.open(store, walFolder, state);
  if (!archive) throw new Error('a new generation has WAL already');
  return { id: created, store, archive };
}

/** Name of the generation that a data folder writes; null if it writes none yet. */
export function generationOf(dataDir: string): string | null {
  const pointer = join(dataDir, POINTER);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : null;
}
