/** The thread that decodes and encodes pictures; src/features/media/server/picture-workers.ts starts it. */
import { handleJobs } from '#lib/server/jobs/handle-jobs.ts';
import { runPictureJob } from './picture-jobs.ts';

handleJobs(runPictureJob);
