import { setTimeout as wait } from 'node:timers/promises';
import { type DrillSite, isReady } from '../drill-site.ts';
import type { Server } from '../raw-postgres.ts';

const KILL_EVERY_MS = 60_000;
const RESTART_AFTER_MS = 1_000;
const DATABASE_AWAY_MS = 4_000;
/** The measured process must recover within this time and then keep answering. */
const RECOVERY_MS = 60_000;
const STEADY_MS = 5_000;
const START_TRIES = 5;

type Parts = {
  measured: DrillSite;
  startOther(): Promise<DrillSite>;
  startDatabase(): Promise<Server>;
  /** Called when the other process becomes available or unavailable. */
  setOther(isUp: boolean): void;
};
/** When the measured process had no database, in milliseconds of `performance.now()`. */
export type Away = { from: number; to: number };

/** Kills the other process each minute and the database at times, with SIGKILL, and starts them again. */
export class Faults {
  readonly away: Away[] = [];
  readonly starts: number[] = [];
  kills = 0;
  other: DrillSite;
  database: Server;
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #failure: unknown;

  constructor(other: DrillSite, database: Server, parts: Parts) {
    this.other = other;
    this.database = database;
    this.#parts = parts;
  }

  /** The last kills are early enough for the parts to run again before the end. */
  start(databaseEveryMs: number, ms: number): void {
    const last = performance.now() + ms - KILL_EVERY_MS / 2;
    this.#running = Promise.all([
      this.#each(KILL_EVERY_MS, KILL_EVERY_MS / 2, last, () => this.#killOther()),
      this.#each(databaseEveryMs, databaseEveryMs, last, () => this.#killDatabase()),
    ]).catch((error) => {
      this.#failure = error;
    });
  }

  /** Waits until all parts run again. Throws any error from the meantime. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    if (this.#failure) throw this.#failure;
  }

  async #each(everyMs: number, firstMs: number, last: number, work: () => Promise<void>): Promise<void> {
    for (let due = performance.now() + firstMs; due <= last; due += everyMs) {
      await wait(Math.max(0, due - performance.now()), undefined, { signal: this.#stop.signal }).catch(() => {});
      if (this.#stop.signal.aborted) return;
      await work();
    }
  }

  async #killOther(): Promise<void> {
    const { setOther, startOther } = this.#parts;
    setOther(false);
    await this.other.kill();
    this.kills += 1;
    await wait(RESTART_AFTER_MS);
    const began = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        this.other = await startOther();
        break;
      } catch (error) {
        // The database may be down. A process manager would retry, too.
        if (attempt === START_TRIES) throw error;
        await wait(RESTART_AFTER_MS);
      }
    }
    this.starts.push(performance.now() - began);
    setOther(true);
  }

  async #killDatabase(): Promise<void> {
    const away = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    this.away.push(away);
    await this.database.kill();
    await wait(DATABASE_AWAY_MS);
    this.database = await this.#parts.startDatabase();
    away.to = await this.#steadySince(performance.now() + RECOVERY_MS);
  }

  /** Start of the measured process's uninterrupted answers. */
  async #steadySince(deadline: number): Promise<number> {
    for (let since = performance.now(); performance.now() - since < STEADY_MS; await wait(100)) {
      if (await isReady(this.#parts.measured.origin)) continue;
      since = performance.now();
      if (since > deadline) throw new Error('the measured process did not recover');
    }
    return performance.now() - STEADY_MS;
  }
}
