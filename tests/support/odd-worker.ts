/** A worker that does what its job says: tests of the WorkerPool use it. */
import { answerJobs } from '#platform/jobs/answer-jobs.ts';

export type OddJob = { echo: string } | 'hang' | 'throw' | 'exit';

answerJobs(async (job: OddJob) => {
  if (job === 'hang') for (;;);
  if (job === 'throw') throw new Error('thrown');
  if (job === 'exit') process.exit(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return job.echo;
});
