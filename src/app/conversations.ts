import type { FastifyInstance } from 'fastify';
import { mailThreads, nudgeSellers } from '#features/conversations/threads/server/thread-mails.ts';
import type { ThreadDeps } from '#features/conversations/threads/server/write-message.ts';
import type { Run } from '#lib/server/jobs/job-runs.ts';
import { repeat } from '#lib/server/jobs/repeat.ts';

/** Name, seconds between two runs, and work of a worker. */
type Worker = [name: string, everyS: number, work: (run: Run) => Promise<unknown>];

/** Starts the workers that email messages and remind silent sellers. */
export function openConversations(app: FastifyInstance, deps: ThreadDeps, { jobs }: { jobs: boolean }): ThreadDeps {
  const onError = (error: unknown) => app.log.error({ err: error }, 'a worker of the conversations failed');
  const workers: Worker[] = [
    ['thread emails', 5, (run) => mailThreads(deps, run.onError, run)],
    ['silent sellers', 60, (run) => nudgeSellers(deps, run.onError, run)],
  ];
  let stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    if (jobs) stops = workers.map(([name, everyS, work]) => repeat(everyS * 1_000, work, onError, name));
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  return deps;
}
