/** Entry of the worker threads that decode and encode pictures, started by picture-worker-pool.ts. */
import { handleJobs } from '#lib/server/jobs/worker-pool.ts';
import { runPictureJob } from './picture-jobs.ts';

handleJobs(runPictureJob);
