import { expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

test('work runs within two seconds even if the browser never reports idle time', () => {
  vi.useFakeTimers();
  // A browser that is never idle: only the time limit calls back.
  const requestIdleCallback = (work: () => void, { timeout = Number.POSITIVE_INFINITY } = {}) => {
    if (timeout < Number.POSITIVE_INFINITY) setTimeout(work, timeout);
  };
  vi.stubGlobal('window', { requestIdleCallback });
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  vi.stubGlobal('document', { readyState: 'complete' });
  const work = vi.fn();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledOnce();
});
