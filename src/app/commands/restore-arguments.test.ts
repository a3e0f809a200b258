import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readRestoreArguments } from './restore-arguments.ts';

const read = (line: string) => readRestoreArguments(line.split(' '));

test('reads a time with a zone, latest, and a release', () => {
  expect(read('--to 2026-11-23T12:00:00+02:00 --into data')).toEqual({
    command: 'restore',
    to: new Date('2026-11-23T10:00:00Z'),
    into: resolve('data'),
  });
  expect(read('--to latest --into /data')).toEqual({ command: 'restore', to: 'latest', into: '/data' });
  expect(read('--release --into /data')).toEqual({ command: 'release', into: '/data' });
});

test.each(['2026-11-23', '2026-11-23T12:00:00', 'yesterday', '2026-13-23T12:00:00Z'])('refuses the time %s', (time) => {
  expect(() => read(`--to ${time} --into /data`)).toThrow(`${time} is not a time with a zone`);
});

test.each(['--to latest', '--into /data', '--to latest --release --into /data', '--to latest --into /data more'])(
  'explains its use after %s',
  (line) => {
    expect(() => read(line)).toThrow(/^Usage:/);
  },
);
