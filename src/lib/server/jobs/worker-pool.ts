import { parentPort, Worker } from 'node:worker_threads';
import { AppError } from '../../app-error.ts';

type PoolOptions = {
  /** The worker module, which calls `handleJobs`. */
  script: URL;
  /** The `workerData` of each worker. */
  data?: unknown;
  workers: number;
  /** Memory for the objects of each thread, in megabytes. Default: 512. */
  memoryMb?: number;
  /**
   * A job that runs longer fails with `WorkerTimeout`, and its worker is replaced. Starting a thread does not count.
   */
  timeoutMs: number;
};

/** A thread that is not ready by then is replaced, and its job is rejected as overloaded. */
const STARTUP_TIMEOUT_MS = 30_000;

type QueuedJob<Job, Result> = {
  job: Job;
  resolve: (answer: Result) => void;
  reject: (error: Error) => void;
};

/** The result of a job. A failure is the message of the error that the worker caught. */
type Reply<Result> = { answer: Result } | { failure: string };

/** The first message of a worker: its modules are loaded and it takes jobs. */
const READY = 'ready';

/** Jobs keep little between them, so a thread needs no young generation of 48 MB as V8 gives it by default. */
const YOUNG_MB = 8;
const OLD_MB = 512;

export class WorkerTimeout extends Error {}

/** Whether a job failed because it needs more memory than its thread has. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Whether a job failed because it needs more time or memory than its thread has. */
export const isExhausted = (error: unknown): boolean => error instanceof WorkerTimeout || isOutOfMemory(error);

/** Worker threads that process a queue, one job at a time each. Threads start when they are first needed. */
export class WorkerPool<Job, Result> {
  readonly #options: PoolOptions;
  readonly #queue: QueuedJob<Job, Result>[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #ready = new WeakSet<Worker>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Refuses the job when `mostWaiting` others wait already. */
  run(job: Job, { mostWaiting }: { mostWaiting: number }): Promise<Result> {
    if (this.#closed || this.#queue.length >= mostWaiting) {
      return Promise.reject(new AppError('overloaded', 'the job queue is full', { retryAfter: 5 }));
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#assign();
    });
  }

  /** Rejects queued and running jobs and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    const overloaded = new AppError('overloaded', 'the worker pool is closed', { retryAfter: 5 });
    for (const { reject } of this.#queue.splice(0)) reject(overloaded);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #assign(): void {
    if (this.#queue.length === 0 || this.#closed) return;
    const worker = this.#idle.pop() ?? (this.#all.size < this.#options.workers ? this.#start() : undefined);
    const next = worker && this.#queue.shift();
    if (worker && next) this.#work(worker, next);
  }

  #start(): Worker {
    const { script, data: workerData, memoryMb = OLD_MB } = this.#options;
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(script, { workerData, resourceLimits });
    this.#all.add(worker);
    worker.on('exit', () => {
      this.#all.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#assign();
    });
    worker.on('error', () => {});
    return worker;
  }

  /** Runs a job. A terminated worker counts until it has exited, so that there are never more threads than allowed. */
  #work(worker: Worker, { job, resolve, reject }: QueuedJob<Job, Result>): void {
    const done = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onFailure).off('exit', onExit);
      worker.unref();
    };
    let timer: NodeJS.Timeout;
    const limit = (timeoutMs: number, error: Error) => {
      timer = setTimeout(() => {
        onFailure(error);
        worker.terminate();
      }, timeoutMs);
    };
    const limitJob = () => {
      const { timeoutMs } = this.#options;
      limit(timeoutMs, new WorkerTimeout(`a job took longer than ${timeoutMs} ms`));
    };
    const onMessage = (reply: Reply<Result> | typeof READY) => {
      if (reply === READY) {
        this.#ready.add(worker);
        clearTimeout(timer);
        return limitJob();
      }
      done();
      this.#idle.push(worker);
      if ('answer' in reply) resolve(reply.answer);
      else reject(new Error(reply.failure));
      this.#assign();
    };
    const onFailure = (error: Error) => {
      done();
      reject(error);
    };
    const onExit = () => onFailure(new AppError('overloaded', 'a worker ended', { retryAfter: 5 }));
    if (this.#ready.has(worker)) limitJob();
    else limit(STARTUP_TIMEOUT_MS, new AppError('overloaded', 'a worker did not start', { retryAfter: 5 }));
    worker.ref();
    worker.on('message', onMessage).on('error', onFailure).on('exit', onExit);
    worker.postMessage(job);
  }
}

/** Handles the jobs of a `WorkerPool` in the worker thread. */
export function handleJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  parentPort?.on('message', async (job: Job) => {
    let reply: Reply<Result>;
    try {
      reply = { answer: await work(job) };
    } catch (error) {
      reply = { failure: String((error as Error).message) };
    }
    parentPort?.postMessage(reply);
  });
  parentPort?.postMessage(READY);
}
