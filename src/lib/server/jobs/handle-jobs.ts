import { parentPort } from 'node:worker_threads';
import { READY, type Reply } from './worker-pool.ts';

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
