/** The thread that decodes and encodes pictures; src/features/media/server/picture-workers.ts starts it. */
import { answerJobs } from '#platform/jobs/answer-jobs.ts';
import { workOnPicture } from './picture-work.ts';

answerJobs(workOnPicture);
