import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']);
const FOLDERS = ['src', 'tests', 'scripts', 'bench', 'demo', 'db', 'docs', 'content', 'messages', 'deploy'];
const FILES = globSync(`{${FOLDERS.join()}}/**/*`, { exclude: (path) => path.includes('node_modules') });
/** Code files named anywhere in a text; patterns such as `*-calls.ts` and `<area>-calls.ts` are not names. */
const CODE_FILE = /(?<![\w.*<>{}~:/-])((?:[\w.-]+\/)*[a-z][\w.-]*\.(?:tsx?|mjs|sql))(?![\w*<{])/g;
/** Paths from the root in code spans, also of folders. */
const ROOT_PATH = new RegExp(`\`((?:${FOLDERS.join('|')})/[\\w./-]*)\``, 'g');
/** A name that we do not use, and a file of the operator. */
const ABSENT = ['index.ts', 'deploy/tls/site.pem'];
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** The anchors of headings in rendered Markdown. */
const anchorsOf = (file: string) =>
  Array.from(textOf(file).matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

test('links between documents lead to files and headings that exist', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50);
  const links = DOCUMENTS.flatMap((file) =>
    Array.from(textOf(file).matchAll(LINK), ([link, path = '', anchor]) => ({ file, link, path, anchor })),
  );
  expect(links.length).toBeGreaterThan(150);
  const broken = links.filter(({ file, path, anchor }) => {
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(({ file, link }) => `${file} ${link}`)).toEqual([]);
});

/** The names of files and folders in a text that do not exist in the repository. */
function missingNames(text: string, folder: string): string[] {
  const isThere = (name: string) =>
    existsSync(name) || existsSync(join(folder, name)) || FILES.some((file) => file.endsWith(`/${name}`));
  const code = Array.from(text.matchAll(CODE_FILE), ([, name = '']) => name);
  const paths = Array.from(text.matchAll(ROOT_PATH), ([, name = '']) => name);
  return [...code, ...paths].filter((name) => !ABSENT.includes(name) && !isThere(name));
}

test('files and folders named in documents exist', () => {
  const names = DOCUMENTS.flatMap((file) =>
    missingNames(textOf(file), dirname(file)).map((name) => `${file}: ${name}`),
  );
  expect(names).toEqual([]);
});

test('reports names of missing files and folders, and leaves patterns and existing files alone', () => {
  const here = basename(import.meta.filename);
  expect(missingNames(`\`gone.ts\`, ${here}, *-calls.ts, <area>-calls.ts and \`src/nowhere/\``, '.')).toEqual([
    'gone.ts',
    'src/nowhere/',
  ]);
});
