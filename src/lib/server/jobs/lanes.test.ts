import { expect, test } from 'vitest';
import { type Lane, Lanes } from './lanes.ts';

const OPEN: Lane = { maxRunning: 2, maxQueued: 10, maxPerClient: 10 };

/** Records the order in which jobs start, and ends them one by one. */
function journal() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const job = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { started, job, endNext };
}

test('starts jobs of an earlier lane first, however long others have waited', async () => {
  const lanes = new Lanes(1, { urgent: OPEN, slow: OPEN });
  const { started, job, endNext } = journal();
  void lanes.run('slow', 'a', job('slow 1'));
  void lanes.run('slow', 'a', job('slow 2'));
  void lanes.run('urgent', 'b', job('urgent'));
  for (let ended = 0; ended < 3; ended++) await endNext();
  expect(started).toEqual(['slow 1', 'urgent', 'slow 2']);
});

test('a lane that uses all its places takes none of the others', async () => {
  const lanes = new Lanes(2, { urgent: OPEN, slow: { ...OPEN, maxRunning: 1 } });
  const { started, job } = journal();
  void lanes.run('slow', 'a', job('slow 1'));
  void lanes.run('slow', 'b', job('slow 2'));
  void lanes.run('urgent', 'c', job('urgent'));
  await new Promise(setImmediate);
  expect(started).toEqual(['slow 1', 'urgent']);
});

test('clients of a lane take turns', async () => {
  const lanes = new Lanes(1, { only: OPEN });
  const { started, job, endNext } = journal();
  for (const name of ['a1', 'a2', 'a3']) void lanes.run('only', 'a', job(name));
  for (const name of ['b1', 'b2']) void lanes.run('only', 'b', job(name));
  for (let ended = 0; ended < 5; ended++) await endNext();
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('rejects jobs of a client above its limit as too many, counting the running one, until one ends', async () => {
  const lanes = new Lanes(1, { only: { ...OPEN, maxPerClient: 2 } });
  const { job, endNext } = journal();
  const first = lanes.run('only', 'a', job('a1'));
  void lanes.run('only', 'a', job('a2'));
  await expect(lanes.run('only', 'a', job('a3'))).rejects.toMatchObject({ code: 'too_many' });
  void lanes.run('only', 'b', job('b1'));
  await endNext();
  expect(await first).toBe('a1');
  const again = lanes.run('only', 'a', job('a4'));
  for (let ended = 0; ended < 3; ended++) await endNext();
  expect(await again).toBe('a4');
});

test('rejects jobs of a full lane as overloaded, while other lanes take more', async () => {
  const lanes = new Lanes(1, { urgent: OPEN, slow: { ...OPEN, maxQueued: 1 } });
  const { started, job, endNext } = journal();
  void lanes.run('slow', 'a', job('running'));
  void lanes.run('slow', 'b', job('waiting'));
  await expect(lanes.run('slow', 'c', job('rejected'))).rejects.toMatchObject({ code: 'overloaded' });
  void lanes.run('urgent', 'c', job('urgent'));
  for (let ended = 0; ended < 3; ended++) await endNext();
  expect(started).toEqual(['running', 'urgent', 'waiting']);
});

test('a job that fails frees its place', async () => {
  const lanes = new Lanes(1, { only: { ...OPEN, maxPerClient: 1 } });
  const failing = lanes.run('only', 'a', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await lanes.run('only', 'a', async () => 'next')).toBe('next');
});

test('close rejects queued and later jobs', async () => {
  const lanes = new Lanes(1, { only: OPEN });
  const { job } = journal();
  void lanes.run('only', 'a', job('running'));
  const queued = lanes.run('only', 'a', job('queued'));
  lanes.close();
  await expect(queued).rejects.toMatchObject({ code: 'overloaded' });
  await expect(lanes.run('only', 'a', job('late'))).rejects.toMatchObject({ code: 'overloaded' });
});
