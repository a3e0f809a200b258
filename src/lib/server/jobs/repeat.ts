/** Does something again and again, never twice at once; returns how to stop, which awaits what is under way. */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
