import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { currentBuild, finishBuild, newBuild } from './builds.mjs';

function buildsFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'carquay-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Makes a build whose server says its hash. `age` in minutes. */
function build(builds, hash, age = 0) {
  const folder = newBuild(builds);
  for (const part of ['client', 'server']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'server/name'), hash);
  finishBuild(folder, hash, builds);
  const time = Date.now() / 1_000 - age * 60;
  utimesSync(realpathSync(join(builds, 'current')), time, time);
}

const serverOf = (builds) => readFileSync(join(builds, 'server/name'), 'utf8');

test('the newest build is the current one, and a process that started from another keeps its files', () => {
  const builds = buildsFolder();
  expect(currentBuild(builds)).toBeNull();
  build(builds, 'aaa', 9);
  const running = realpathSync(join(builds, 'server/name'));
  build(builds, 'bbb');
  expect([currentBuild(builds), serverOf(builds)]).toEqual(['bbb', 'bbb']);
  expect(readFileSync(running, 'utf8')).toBe('aaa');
});

test('the last three builds are kept', () => {
  const builds = buildsFolder();
  for (const [at, hash] of ['aaa', 'bbb', 'ccc', 'ddd'].entries()) build(builds, hash, 9 - at);
  expect(readdirSync(builds).sort()).toEqual(['bbb', 'ccc', 'client', 'current', 'ddd', 'server']);
});

test.runIf(process.platform === 'linux')('an older build is kept while a process runs from it', () => {
  const builds = buildsFolder();
  build(builds, 'aaa', 9);
  const running = openSync(realpathSync(join(builds, 'current')), 'r');
  for (const [at, hash] of ['bbb', 'ccc', 'ddd', 'eee'].entries()) build(builds, hash, 8 - at);
  expect(readdirSync(builds).sort()).toEqual(['aaa', 'ccc', 'client', 'current', 'ddd', 'eee', 'server']);
  closeSync(running);
  build(builds, 'fff');
  expect(readdirSync(builds)).not.toContain('aaa');
});

test('another build of the same sources does not replace the files of the first', () => {
  const builds = buildsFolder();
  build(builds, 'aaa', 9);
  const running = realpathSync(join(builds, 'server/name'));
  build(builds, 'aaa');
  expect(currentBuild(builds)).toMatch(/^aaa-/);
  expect(readFileSync(running, 'utf8')).toBe('aaa');
});

test('the folders that earlier versions built are replaced by links', () => {
  const builds = buildsFolder();
  mkdirSync(join(builds, 'server'));
  writeFileSync(join(builds, 'server/name'), 'old');
  expect(currentBuild(builds)).toBeNull();
  build(builds, 'aaa');
  expect(serverOf(builds)).toBe('aaa');
});
