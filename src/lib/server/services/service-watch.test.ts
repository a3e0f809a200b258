import { expect, test, vi } from 'vitest';
import { watchServices } from './service-watch.ts';

test('logs once when a service stops working and once when it works again', async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  let broken = false;
  const check = async () => {
    if (broken) throw new Error('ECONNREFUSED');
  };
  const service = { name: 'mail server', check, reasonOf: (error: unknown) => (error as Error).message };
  const watch = watchServices([service], { everyMs: 10, log: { warn } });
  const look = () => vi.advanceTimersByTimeAsync(30);
  await look();
  expect(warn).not.toHaveBeenCalled();
  broken = true;
  await look();
  expect(warn.mock.calls).toEqual([[{ service: 'mail server', reason: 'ECONNREFUSED' }, 'a service stopped working']]);
  expect(watch.states()).toMatchObject([{ name: 'mail server', works: false, reason: 'ECONNREFUSED' }]);
  broken = false;
  await look();
  expect(warn.mock.calls.slice(1)).toEqual([[{ service: 'mail server' }, 'a service works again']]);
  expect(watch.states()).toMatchObject([{ works: true, reason: null }]);
  await watch.stop();
  vi.useRealTimers();
});

test('a service that failed at the start does not work until a check succeeds', async () => {
  const log = { warn: vi.fn() };
  const service = { name: 'bucket', check: async () => {}, reasonOf: String };
  const watch = watchServices([service], { everyMs: 60_000, log, failed: new Map([['bucket', 'ETIMEDOUT']]) });
  expect(watch.states()).toMatchObject([{ works: false, reason: 'ETIMEDOUT' }]);
  await watch.stop();
});
