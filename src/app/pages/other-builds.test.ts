import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LocalFiles } from '#lib/server/files/local-files.ts';
import { msFromNow } from '../../../tests/support/runner/test-clock.ts';
import { OtherBuilds } from './other-builds.ts';

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-other-builds-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A build with one script, made some minutes ago. */
async function buildOf(folder: string, name: string, minutesAgo: number): Promise<string> {
  const assets = join(folder, name, 'client/assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(assets, `${name}.js`), `run('${name}')`);
  await writeFile(join(assets, `${name}.js.br`), 'compressed');
  const time = msFromNow(-minutesAgo * 60_000);
  await utimes(assets, time, time);
  return join(folder, name);
}

test('a process serves the assets of the builds of other processes, and reads the store once for many unknown names', async () => {
  const [folder, files] = [await scratch(), new LocalFiles(await scratch())];
  const [first, second] = [await buildOf(folder, 'first', 9), await buildOf(folder, 'second', 1)];
  const old = new OtherBuilds(files, first);
  const young = new OtherBuilds(files, second);
  await old.publishOwn();
  await young.publishOwn();
  const found = await old.find('second.js');
  expect([found?.type, String(found?.body.plain)]).toEqual(['text/javascript; charset=utf-8', "run('second')"]);
  expect(String((await young.find('first.js'))?.body.plain)).toBe("run('first')");

  const looks = vi.spyOn(files, 'folders');
  const unknown = ['none.js', 'second.js.br', '../first.js', 'second', 'first.js'];
  expect(await Promise.all(unknown.map((name) => old.find(name)))).toEqual(unknown.map(() => null));
  expect(looks).toHaveBeenCalledOnce();
});

test('keeps the own build and the last three in the store', async () => {
  const [folder, files] = [await scratch(), new LocalFiles(await scratch())];
  const names = ['one', 'two', 'three', 'four'];
  const builds = await Promise.all(names.map((name, at) => buildOf(folder, name, 9 - at)));
  for (const build of builds) await new OtherBuilds(files, build).publishOwn();
  const process = new OtherBuilds(files, await buildOf(folder, 'five', 1));
  const found = await Promise.all(names.map((name) => process.find(`${name}.js`)));
  expect(found.map((asset) => asset !== null)).toEqual([false, true, true, true]);
  await new OtherBuilds(files, builds[0]!).publishOwn();
  expect(await new OtherBuilds(files, builds[3]!).find('one.js')).not.toBeNull();
});
