import { AppError } from '../../app-error.ts';

export type Lane = {
  /** Jobs of this lane that run at the same time. */
  maxRunning: number;
  maxQueued: number;
  /** Queued and running jobs of one client. */
  maxPerClient: number;
};

type Queued = { client: string; start: () => void; reject: (error: unknown) => void };
type State = Lane & { running: number; queued: Map<string, Queued[]>; jobsOf: Map<string, number> };

const RETRY_AFTER_S = 5;

/**
 * Runs jobs of several lanes, `maxRunning` at the same time in all. A free place goes to the first declared lane that
 * may use it; within a lane, clients take turns.
 */
export class Lanes<Name extends string> {
  readonly #maxRunning: number;
  readonly #lanes: Record<Name, State>;
  #running = 0;
  #closed = false;

  constructor(maxRunning: number, lanes: Record<Name, Lane>) {
    this.#maxRunning = maxRunning;
    this.#lanes = Object.fromEntries(
      Object.entries<Lane>(lanes).map(([name, lane]) => [
        name,
        { ...lane, running: 0, queued: new Map(), jobsOf: new Map() },
      ]),
    ) as Record<Name, State>;
  }

  /**
   * Rejects with `too_many` if the client has too many jobs in the lane, with `overloaded` if the lane is full, and with
   * the signal's reason if it aborts before the job starts.
   */
  async run<Result>(name: Name, client: string, job: () => Promise<Result>, abandoned?: AbortSignal): Promise<Result> {
    const lane = this.#lanes[name];
    abandoned?.throwIfAborted();
    this.#admit(lane, client);
    const waiting = Promise.withResolvers<void>();
    const queued: Queued = { client, start: waiting.resolve, reject: waiting.reject };
    const abandon = () => {
      if (remove(lane, queued)) waiting.reject(abandoned?.reason);
    };
    abandoned?.addEventListener('abort', abandon, { once: true });
    try {
      const queue = lane.queued.get(client) ?? [];
      queue.push(queued);
      lane.queued.set(client, queue);
      this.#startNext();
      await waiting.promise;
    } catch (error) {
      this.#leave(lane, client);
      throw error;
    } finally {
      abandoned?.removeEventListener('abort', abandon);
    }
    try {
      return await job();
    } finally {
      lane.running -= 1;
      this.#running -= 1;
      this.#leave(lane, client);
      this.#startNext();
    }
  }

  /** Rejects queued and later jobs. */
  close(): void {
    this.#closed = true;
    for (const lane of Object.values<State>(this.#lanes)) {
      for (const { reject } of [...lane.queued.values()].flat()) reject(overloaded('the queue is closed'));
      lane.queued.clear();
    }
  }

  #admit(lane: State, client: string): void {
    const jobs = lane.jobsOf.get(client) ?? 0;
    if (this.#closed) throw overloaded('the queue is closed');
    if (jobs >= lane.maxPerClient)
      throw new AppError('too_many', 'too many jobs of one client', { retryAfter: RETRY_AFTER_S });
    if (sum(lane.jobsOf.values()) - lane.running >= lane.maxQueued) throw overloaded('the queue is full');
    lane.jobsOf.set(client, jobs + 1);
  }

  #leave(lane: State, client: string): void {
    const jobs = (lane.jobsOf.get(client) ?? 0) - 1;
    if (jobs > 0) lane.jobsOf.set(client, jobs);
    else lane.jobsOf.delete(client);
  }

  #startNext(): void {
    while (this.#running < this.#maxRunning) {
      const lane = Object.values<State>(this.#lanes).find(
        ({ queued, running, maxRunning }) => queued.size > 0 && running < maxRunning,
      );
      if (!lane) return;
      lane.running += 1;
      this.#running += 1;
      nextOf(lane).start();
    }
  }
}

/** Takes the next job of the client whose turn it is, and moves that client to the end. */
function nextOf({ queued }: State): Queued {
  const [client, queue] = queued.entries().next().value!;
  queued.delete(client);
  const next = queue.shift()!;
  if (queue.length > 0) queued.set(client, queue);
  return next;
}

/** Returns whether the job was still queued. */
function remove({ queued }: State, job: Queued): boolean {
  const queue = queued.get(job.client);
  const index = queue?.indexOf(job) ?? -1;
  if (!queue || index < 0) return false;
  queue.splice(index, 1);
  if (queue.length === 0) queued.delete(job.client);
  return true;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

const overloaded = (reason: string) => new AppError('overloaded', reason, { retryAfter: RETRY_AFTER_S });
