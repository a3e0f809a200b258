import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { BackupStore } from './backup-store.ts';
import { type ArchiveStatus, type Gap, STATUS, statusSchema } from './generation.ts';
import { advanceSlot, createSlot, readWalState, type SlotState, type WalState } from './replication-slot.ts';
import {
  contiguousFrom,
  type Lsn,
  pieceKey,
  SEGMENT_BYTES,
  segmentName,
  segmentStart,
  textOf,
  WAL_FOLDER,
  type WalObject,
  walObject,
  wholeKey,
} from './wal-objects.ts';

/** Without new WAL, the time through which everything is archived is written this often. */
const STATUS_EVERY_MS = 10_000;

type Observed = { flushed: Lsn; slot: SlotState };

/** Copies the write-ahead log of a running PostgreSQL, also the part of the segment that is still being written. */
export class WalArchive {
  readonly #store: BackupStore;
  readonly #walFolder: string;
  #archived: Lsn;
  #status: ArchiveStatus | null;
  /** Pieces of the current segment, which the whole segment replaces. */
  #pieces: WalObject[];
  #statusAt = 0;
  #observed: Observed | null = null;

  private constructor(
    store: BackupStore,
    walFolder: string,
    archived: Lsn,
    status: ArchiveStatus | null,
    pieces: WalObject[],
  ) {
    this.#store = store;
    this.#walFolder = walFolder;
    this.#archived = archived;
    this.#status = status;
    this.#pieces = pieces;
  }

  /** Continues where the archive ends. Returns null if the archive is ahead of the database, because it then belongs to another one. */
  static async open(
    store: BackupStore,
    walFolder: string,
    { flushed, timeline }: WalState,
  ): Promise<WalArchive | null> {
    const status = await store.readJson(STATUS, statusSchema);
    const objects: WalObject[] = [];
    for await (const key of store.keys(WAL_FOLDER)) {
      const object = walObject(key);
      if (object) objects.push(object);
    }
    const newest = objects.reduce<Lsn>((most, { from }) => (from > most ? from : most), 0n);
    const chain = contiguousFrom(objects, segmentStart(newest));
    const archived = chain.at(-1)?.until ?? 0n;
    if (archived > flushed) return null;
    const current = segmentName(timeline, archived);
    const pieces = objects.filter(({ segment }) => segment === current);
    return new WalArchive(store, walFolder, archived, status, pieces);
  }

  get archived(): Lsn {
    return this.#archived;
  }

  /** State of the slot at the last look, and how much WAL was not archived then. */
  get lag(): { bytes: number; slot: SlotState } {
    if (!this.#observed) return { bytes: 0, slot: 'missing' };
    const { flushed, slot } = this.#observed;
    return { bytes: Math.max(0, Number(flushed - this.#archived)), slot };
  }

  /** Copies what was flushed since the last pass. Returns the time through which commits are archived now. */
  async pass(client: pg.Client): Promise<Date> {
    const state = await readWalState(client);
    this.#observed = { flushed: state.flushed, slot: state.slot.state };
    await this.#keepSlot(client, state);
    const before = this.#archived;
    while (segmentStart(this.#archived) < segmentStart(state.flushed)) await this.#copySegment(state.timeline);
    if (this.#archived < state.flushed) await this.#copyPiece(state);
    if (segmentStart(before) < segmentStart(this.#archived))
      await advanceSlot(client, textOf(segmentStart(this.#archived)));
    if (before < this.#archived || Date.now() - this.#statusAt >= STATUS_EVERY_MS) await this.#writeStatus(state.at);
    return state.at;
  }

  /** WAL that is missing in the archive, oldest first. */
  get gaps(): readonly Gap[] {
    return this.#status?.gaps ?? [];
  }

  /** Creates the slot when there is none, and notes a gap if WAL was removed before it was copied. */
  async #keepSlot(client: pg.Client, { slot }: WalState): Promise<void> {
    const restart = slot.state === 'lost' ? null : slot.restart;
    const kept = segmentStart(restart ?? (await createSlot(client)));
    if (this.#archived >= kept) return;
    if (this.#status) {
      this.#status.gaps.push({ from: this.#status.walThrough, resumes: textOf(kept) });
      await this.#store.putJson(STATUS, this.#status);
    }
    this.#archived = kept;
    this.#pieces = [];
  }

  async #copySegment(timeline: number): Promise<void> {
    const start = segmentStart(this.#archived);
    const segment = segmentName(timeline, start);
    await this.#store.put(wholeKey(segment), await this.#read(segment, 0n, SEGMENT_BYTES));
    this.#archived = start + SEGMENT_BYTES;
    for (const { key } of this.#pieces.splice(0)) await this.#store.remove(key);
  }

  async #copyPiece({ timeline, flushed }: WalState): Promise<void> {
    const start = segmentStart(flushed);
    const segment = segmentName(timeline, start);
    const key = pieceKey(timeline, this.#archived, flushed);
    await this.#store.put(key, await this.#read(segment, this.#archived - start, flushed - start));
    this.#pieces.push(walObject(key)!);
    this.#archived = flushed;
  }

  async #read(segment: string, from: Lsn, until: Lsn): Promise<Buffer> {
    const file = await open(join(this.#walFolder, segment));
    try {
      const content = Buffer.alloc(Number(until - from));
      const { bytesRead } = await file.read(content, 0, content.length, Number(from));
      if (bytesRead !== content.length) throw new Error(`the WAL segment ${segment} is shorter than expected`);
      return content;
    } finally {
      await file.close();
    }
  }

  async #writeStatus(at: Date): Promise<void> {
    this.#status = { walThrough: at.toISOString(), walTo: textOf(this.#archived), gaps: this.#status?.gaps ?? [] };
    await this.#store.putJson(STATUS, this.#status);
    this.#statusAt = Date.now();
  }
}
