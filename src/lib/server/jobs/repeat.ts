import { openJob, type Run } from './job-runs.ts';

/**
 * Runs work at an interval, skipping ticks while it still runs, and notes the runs by name in `jobRuns`. The returned function tells
 * the current run to stop and awaits it.
 */
export function repeat(...job: Parameters<typeof start>): () => Promise<void> {
  return start(...job).stop;
}

/** Like `repeat`, with a first run now. */
export function repeatNow(...job: Parameters<typeof start>): () => Promise<void> {
  const { tick, stop } = start(...job);
  tick();
  return stop;
}

function start(
  everyMs: number,
  work: (run: Run) => Promise<unknown>,
  onError: (error: unknown) => void,
  name: string,
): { tick(): void; stop(): Promise<void> } {
  const job = openJob(name, everyMs, onError);
  let running: Promise<unknown> | null = null;
  const tick = () => {
    running ??= job.run(work).finally(() => {
      running = null;
    });
  };
  const timer = setInterval(tick, everyMs);
  const stop = async () => {
    clearInterval(timer);
    job.stop();
    await running;
    job.close();
  };
  return { tick, stop };
}
