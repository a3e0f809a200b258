import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setupLambdaEnvironment } from '@sparticuz/chromium';
import { xmlText } from '../../../src/lib/xml-text.ts';

/** Sizes of the unpacked files, by path below the folder. It is written last, so a folder without it is incomplete. */
const CONTENTS = 'contents.json';
const FONT_SETTINGS = 'fonts/fonts.conf';
/** The package unpacks its libraries only if it detects Amazon Linux. */
const WITH_LIBRARIES = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()";

/**
 * Returns the path of CHROMIUM_PATH, or of the Chromium in an npm package. It is unpacked once, into a folder that only this user
 * can write: another user of the machine could otherwise make a test run a program.
 */
export function chromiumPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folder = join(cacheFolder(), `chromium-${packageVersion()}`);
  if (!isComplete(folder) || !namesItsFonts(folder)) unpack(folder);
  process.env.FONTCONFIG_PATH ??= join(folder, 'fonts');
  setupLambdaEnvironment(join(folder, 'al2023', 'lib'));
  return join(folder, 'chromium');
}

/** The cache of the checkout, or of this user if another user owns the checkout. */
function cacheFolder(): string {
  const ofUser = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'carquay');
  const found = [resolve('node_modules/.cache/browser'), ofUser].find(isOwnFolder);
  if (found) return found;
  throw new Error(
    `The test browser needs a folder that only you can write, and ${ofUser} is none. Set XDG_CACHE_HOME, or CHROMIUM_PATH to a Chromium.`,
  );
}

/** Creates the folder if it is missing. False if another user owns it or could write to it. */
export function isOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    const { uid, mode } = lstatSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

function packageVersion(): string {
  return JSON.parse(readFileSync('node_modules/@sparticuz/chromium/package.json', 'utf8')).version;
}

/** Returns true if the user owns the folder and every file has its unpacked size. */
export function isComplete(folder: string): boolean {
  const list = join(folder, CONTENTS);
  if (!existsSync(list) || !isOwnFolder(folder)) return false;
  const sizes: Record<string, number> = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(sizes).every(
    ([name, bytes]) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes,
  );
}

/** False in a checkout that was moved or copied: without its fonts, the browser crashes. */
export function namesItsFonts(folder: string): boolean {
  return readFileSync(join(folder, FONT_SETTINGS), 'utf8') === fontSettings(folder);
}

/** Unpacks next to the folder and renames, because several processes may do so in parallel. */
function unpack(folder: string): void {
  const unfinished = mkdtempSync(join(dirname(folder), 'unpacking-'));
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', UNPACK], {
      env: { ...process.env, ...WITH_LIBRARIES, TMPDIR: unfinished },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(problemOf(stderr, unfinished));
    writeFileSync(join(unfinished, FONT_SETTINGS), fontSettings(folder));
    refuseNoExec(join(unfinished, 'chromium'));
    const files = readdirSync(unfinished, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    const sizes = Object.fromEntries(paths.map((path) => [path.slice(unfinished.length + 1), statSync(path).size]));
    writeFileSync(join(unfinished, CONTENTS), JSON.stringify(sizes));
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    if (!isComplete(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function problemOf(stderr: string, folder: string): string {
  if (/ENOSPC/.test(stderr)) return `The test browser needs 320 MB below ${dirname(folder)}, and the disk is full.`;
  return `The test browser could not be unpacked: ${stderr.trim()}`;
}

function refuseNoExec(program: string): void {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  if (error && 'code' in error && error.code === 'EACCES')
    throw new Error(
      `Programs below ${dirname(dirname(program))} cannot be run (noexec). Set CHROMIUM_PATH to a Chromium that can.`,
    );
}

/** The settings of the package name folders below /tmp. */
export function fontSettings(folder: string): string {
  const fonts = join(folder, 'fonts');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${xmlText(fonts)}</dir><cachedir>${xmlText(join(fonts, 'cache'))}</cachedir></fontconfig>
`;
}
