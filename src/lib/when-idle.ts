/** A browser on a busy machine may never report idle time. */
const MAX_WAIT_MS = 2_000;

/** Runs work once the page has loaded and the browser is idle, at the latest `MAX_WAIT_MS` after the page has loaded. */
export function whenIdle(work: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: MAX_WAIT_MS }) : setTimeout(work, 1_000);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
