import { setTimeout as wait } from 'node:timers/promises';
import { ArchivedElsewhere, Archiver, type BackupSource, needsBase } from './archiver.ts';
import { type BackupState, latenessOf } from './backup-state.ts';
import type { Manifest } from './generation.ts';

/** The most that is lost with the disk, not counting the time to send it. */
const WAL_EVERY_MS = 1_000;
const FILES_EVERY_MS = 1_000;
/** Looking for new files takes at most this share of the time. */
const FILES_SHARE = 1 / 20;
const BASES_EVERY_MS = 10_000;
const LATENESS_EVERY_MS = 30_000;
const MAX_PAUSE_MS = 30_000;
/** How long a stop may take to archive the last commits. */
const LAST_PASS_MS = 3_000;

export type BackupWorker = { state(): BackupState; stop(): Promise<void> };
type Options = { source: BackupSource; report: (line: string) => void };

/** Archives WAL and files and makes bases until `stop`. Reports when backups are late and when they are on time again. */
export function startBackups({ source, report }: Options): BackupWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  let archiver: Archiver | null = null;
  let bases: Manifest[] | null = null;
  let last: Archiver['lag'] = { bytes: 0, slot: 'missing' };
  const times = { startedAt: new Date(), through: null as Date | null, filesThrough: null as Date | null };
  const failures = new Map<string, string>();

  const state = (): BackupState => ({
    ...times,
    base: bases?.at(-1) ? new Date(bases.at(-1)!.endedAt) : null,
    lagBytes: (archiver?.lag ?? last).bytes,
    slot: (archiver?.lag ?? last).slot,
    failure: [...failures.values()][0] ?? null,
  });

  /** Repeats work with a pause, which grows while it fails. */
  async function loop(name: string, everyMs: number, work: () => Promise<number | undefined>): Promise<void> {
    let failed = 0;
    while (!signal.aborted) {
      let pauseMs = everyMs;
      try {
        pauseMs = (await work()) ?? everyMs;
        failures.delete(name);
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures.set(name, reasonOf(error));
        pauseMs = Math.min(MAX_PAUSE_MS, everyMs * 2 ** failed++);
      }
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  async function passWal(): Promise<undefined> {
    try {
      archiver ??= await Archiver.open(source);
      times.through = await archiver.passWal();
    } catch (error) {
      last = archiver?.lag ?? last;
      await archiver?.close();
      archiver = null;
      if (!(error instanceof ArchivedElsewhere)) throw error;
    }
  }

  async function passFiles(): Promise<number | undefined> {
    const began = performance.now();
    if (archiver) times.filesThrough = await archiver.passFiles(signal);
    return Math.max(FILES_EVERY_MS, (performance.now() - began) / FILES_SHARE);
  }

  async function makeDueBase(): Promise<undefined> {
    const now = new Date();
    if (!archiver || (bases && !needsBase(bases, archiver.generation.archive.gaps, now))) return;
    bases = await archiver.bases();
    if (!needsBase(bases, archiver.generation.archive.gaps, now)) return;
    await archiver.makeBase(signal);
    await archiver.prune(signal);
    bases = await archiver.bases();
  }

  let lateness: string | null = null;
  async function watch(): Promise<undefined> {
    const late = latenessOf(state(), new Date());
    if (late !== null && lateness === null) report(`Warning: Backups are late: ${late}.`);
    if (late === null && lateness !== null) report('Backups are on time again.');
    lateness = late;
  }

  const loops = [
    loop('WAL', WAL_EVERY_MS, passWal),
    loop('files', FILES_EVERY_MS, passFiles),
    loop('base', BASES_EVERY_MS, makeDueBase),
    loop('lateness', LATENESS_EVERY_MS, watch),
  ];
  return {
    state,
    async stop() {
      stopping.abort();
      const [wal, ...others] = loops;
      const lastPass = wal?.then(() => archiver?.passWal().catch(() => {}));
      await Promise.race([Promise.all([lastPass, ...others]), wait(LAST_PASS_MS, undefined, { ref: false })]);
      await archiver?.close();
    },
  };
}

/** Without addresses or stored values. */
const reasonOf = (error: unknown) => {
  const { name, code, message } = error as Error & { code?: string };
  return code ?? (message.length <= 200 ? message : name);
};
