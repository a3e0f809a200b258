/** Worker for the tests of WorkerPool. Each job is an instruction. */
import { workerData } from 'node:worker_threads';
import { handleJobs } from '#lib/server/jobs/worker-pool.ts';

export type TestJob = { echo: string } | 'hang' | 'throw' | 'exit';

/** How long the thread takes to start, in ms. */
export type TestWorkerData = { startMs: number } | undefined;

const { startMs } = (workerData as TestWorkerData) ?? { startMs: 0 };
if (startMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startMs);

handleJobs(async (job: TestJob) => {
  if (job === 'hang') for (;;);
  if (job === 'throw') throw new Error('thrown');
  if (job === 'exit') process.exit(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return job.echo;
});
