/** The thread that decodes and encodes pictures; src/features/media/server/picture-workers.ts starts it. */
import { answerJobs } from '#lib/server/jobs/handle-jobs.ts';
import { workOnPicture } from './picture-jobs.ts';

answerJobs(workOnPicture);
