import { expect, test } from 'vitest';
import type { Manifest } from '../generation.ts';
import { chooseBase, type Described } from './choose-base.ts';

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`;
const base = (hour: number) =>
  ({ name: `base-${hour}`, startedAt: at(hour), endedAt: at(hour), startLsn: `0/${hour}000000` }) as Manifest;
const generation = (id: string, hours: number[], through: number, gaps: { from: string; resumes: string }[] = []) => ({
  id,
  bases: hours.map(base),
  status: { walThrough: at(through), walTo: '0/9000000', gaps },
});
const chosen = (generations: Described[], target: number | 'latest') => {
  const { id, base } = chooseBase(generations, target === 'latest' ? target : new Date(at(target)));
  return `${id} ${base.name}`;
};

test('chooses the newest base that ended before the time', () => {
  const one = [generation('a', [1, 3, 5], 8)];
  expect([1, 2, 3, 4, 8].map((hour) => chosen(one, hour))).toEqual([
    'a base-1',
    'a base-1',
    'a base-3',
    'a base-3',
    'a base-5',
  ]);
  expect(chosen(one, 'latest')).toBe('a base-5');
});

test('takes latest from the generation that was archived last, and times from the one that covers them', () => {
  const two = [generation('a', [1, 2], 4), generation('b', [6], 8)];
  expect(chosen(two, 'latest')).toBe('b base-6');
  expect(chosen(two, 4)).toBe('a base-2');
  expect(() => chosen(two, 5)).toThrow(`nothing is archived between ${at(4)} and ${at(6)}`);
});

test('refuses times before the first base and after the last commit, and names the nearest', () => {
  const one = [generation('a', [3], 5)];
  expect(() => chosen(one, 2)).toThrow(`${at(2)} cannot be restored: the first base backup ended at ${at(3)}.`);
  expect(() => chosen(one, 6)).toThrow(`commits are archived until ${at(5)}. Use --to latest for all of them.`);
  expect(() => chosen([{ id: 'a', bases: [], status: null }], 'latest')).toThrow('There is no complete base backup');
});

test('does not roll a base forward over missing WAL', () => {
  const broken = [generation('a', [1, 6], 8, [{ from: at(3), resumes: '0/5000000' }])];
  expect(chosen(broken, 3)).toBe('a base-1');
  expect(() => chosen(broken, 4)).toThrow(`nothing is archived between ${at(3)} and ${at(6)}`);
  expect(chosen(broken, 7)).toBe('a base-6');
  const open = [generation('a', [1], 8, [{ from: at(3), resumes: '0/5000000' }])];
  expect(chooseBase(open, 'latest').through).toEqual(new Date(at(3)));
});
