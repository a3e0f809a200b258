import { expect, test } from 'vitest';
import { needsBase } from './archiver.ts';
import { type BackupState, latenessOf } from './backup-state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = new Date('2026-11-23T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const onTime: BackupState = {
  startedAt: ago(48 * HOUR),
  base: ago(25 * HOUR),
  through: ago(4 * MINUTE),
  filesThrough: ago(50 * MINUTE),
  lagBytes: 0,
  slot: 'reserved',
  failure: null,
};

test('says which backup is late and why', () => {
  expect(latenessOf(onTime, now)).toBeNull();
  expect(latenessOf({ ...onTime, base: ago(27 * HOUR) }, now)).toBe('the newest base is of 2026-11-22T09:00:00.000Z');
  expect(latenessOf({ ...onTime, through: ago(6 * MINUTE), failure: 'ENOSPC' }, now)).toBe(
    'commits after 2026-11-23T11:54:00.000Z are not archived (ENOSPC)',
  );
  expect(latenessOf({ ...onTime, filesThrough: ago(61 * MINUTE) }, now)).toContain('files after');
  expect(latenessOf({ ...onTime, slot: 'lost' }, now)).toContain('has removed WAL');
});

test('gives a process that has just started time for the first backup, and reports if there is none then', () => {
  const started = { ...onTime, base: null, through: null, filesThrough: null };
  expect(latenessOf({ ...started, startedAt: ago(4 * MINUTE) }, now)).toBeNull();
  expect(latenessOf({ ...started, startedAt: ago(6 * MINUTE) }, now)).toContain('are not archived');
  expect(latenessOf({ ...onTime, base: null, startedAt: ago(61 * MINUTE) }, now)).toContain('the newest base is of');
});

test('a new base is due after a day and after missing WAL', () => {
  const base = (ms: number, startLsn = '0/5000000') => ({ endedAt: ago(ms).toISOString(), startLsn });
  expect(needsBase([], [], now)).toBe(true);
  expect(needsBase([base(23 * HOUR)], [], now)).toBe(false);
  expect(needsBase([base(24 * HOUR)], [], now)).toBe(true);
  const gap = { from: ago(HOUR).toISOString(), resumes: '0/6000000' };
  expect(needsBase([base(2 * HOUR)], [gap], now)).toBe(true);
  expect(needsBase([base(2 * HOUR), base(MINUTE, '0/6000028')], [gap], now)).toBe(false);
});
