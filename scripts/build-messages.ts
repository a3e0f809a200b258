/**
 * Compiles messages/{locale}/{area}.json to .generated/messages, because parsing at run time is slow: {locale}.json for the
 * server, {locale}/{area}.js for browsers, locales.json, and the types of ids and placeholders. The default locale decides which
 * messages and placeholders exist; every other locale must have the same ones.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const SOURCE = 'messages';
const TARGET = '.generated/messages';

type Messages = Record<string, string>;
export type Compiled = ReturnType<typeof compileMessageOrThrow>;
/** The compiled messages of a locale, by area and id. */
type Catalog = Map<string, Record<string, Compiled>>;
/** The TypeScript type of each placeholder of a message. */
type Placeholders = Record<string, string>;

type Locales = { default: string; available: string[] };
/** Facts about a locale for the server. `version` is part of the file names that browsers load. */
export type LocaleFacts = { dir: 'ltr' | 'rtl'; version: string };

/** Compiles every area of a locale. `mapText` replaces the text between placeholders. */
export function readCatalog(folder: string, mapText = (text: string) => text): Catalog {
  const areas: Catalog = new Map();
  const ids = new Set<string>();
  for (const file of readdirSync(folder).sort()) {
    const messages: Messages = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const compiled: Record<string, Compiled> = {};
    for (const [id, text] of Object.entries(messages)) {
      if (ids.has(id)) throw new Error(`${folder}/${file}: the message ${id} is defined in two files`);
      ids.add(id);
      try {
        compiled[id] = compileMessageOrThrow(text, mapText);
      } catch (error) {
        throw new Error(`${folder}/${file}: ${id} is no ICU message: ${(error as Error).message}`, { cause: error });
      }
    }
    areas.set(file.replace(/\.json$/, ''), compiled);
  }
  return areas;
}

/** TypeScript has no type for `getTextInfo` yet. */
function directionOf(locale: string): 'ltr' | 'rtl' {
  const { getTextInfo } = Intl.Locale.prototype as unknown as { getTextInfo(): { direction: 'ltr' | 'rtl' } };
  return getTextInfo.call(new Intl.Locale(locale)).direction;
}

/** Writes the files of a locale for server and browsers, and returns its facts for the server. */
export function writeCatalog(target: string, locale: string, catalog: Catalog): LocaleFacts {
  const all = JSON.stringify(Object.assign({}, ...catalog.values()));
  writeChanged(join(target, `${locale}.json`), all);
  for (const [area, messages] of catalog) {
    // Parsing JSON is faster than running a literal.
    const module = `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});\n`;
    writeChanged(join(target, locale, `${area}.js`), module);
  }
  return {
    dir: directionOf(locale),
    version: createHash('sha256').update(all).digest('hex').slice(0, 8),
  };
}

function placeholdersOf(tokens: Compiled): Placeholders {
  const found: Placeholders = {};
  for (const token of tokens as (string | unknown[])[]) {
    if (typeof token === 'string') continue;
    const [name, kind, details] = token as [string, string | undefined, Record<string, Compiled>];
    const type = typeOf(kind);
    if (found[name] === undefined || type !== 'string') found[name] = type;
    if (kind === 'plural' || kind === 'selectordinal' || kind === 'select')
      for (const [form, inner] of Object.entries(details ?? {}))
        if (form !== 'offset') Object.assign(found, { ...placeholdersOf(inner), ...found });
  }
  return found;
}

function typeOf(kind: string | undefined): string {
  if (kind === 'plural' || kind === 'selectordinal' || kind === 'number') return 'number';
  return kind === 'date' || kind === 'time' ? 'Date' : 'string';
}

function typesOf(catalog: Catalog): string {
  const all = [...catalog.values()].flatMap((messages) => Object.entries(messages));
  const values = all.map(([id, tokens]) => [id, Object.entries(placeholdersOf(tokens))] as const);
  const plain = values.filter(([, names]) => names.length === 0).map(([id]) => `  | ${JSON.stringify(id)}`);
  const others = values
    .filter(([, names]) => names.length > 0)
    .map(
      ([id, names]) => `  ${JSON.stringify(id)}: { ${names.map(([name, type]) => `${name}: ${type}`).join('; ')} };`,
    );
  const areas = [...catalog.keys()].map((area) => JSON.stringify(area));
  return [
    `/** An area of messages: a file of messages/<locale>. */\nexport type MessageArea = ${areas.join(' | ')};`,
    `/** The id of a message without placeholders. */\nexport type MessageKey =\n${plain.join('\n')};`,
    `/** The placeholders of every other message, by id. */\nexport type MessageValues = {\n${others.join('\n')}\n};`,
    'export type MessageId = MessageKey | keyof MessageValues;\n',
  ].join('\n\n');
}

/** Throws if a locale lacks a message or placeholder of the default locale, or has one that the default locale lacks. */
function compare(locale: string, catalog: Catalog, reference: Catalog): void {
  const shapes = (of: Catalog) =>
    [...of].flatMap(([area, messages]) =>
      Object.entries(messages).map(
        ([id, tokens]) => `${area}/${id} {${Object.keys(placeholdersOf(tokens)).sort().join(', ')}}`,
      ),
    );
  const [own, expected] = [new Set(shapes(catalog)), new Set(shapes(reference))];
  const missing = [...expected].find((shape) => !own.has(shape));
  if (missing) throw new Error(`${locale} lacks the message ${missing}`);
  const unknown = [...own].find((shape) => !expected.has(shape));
  if (unknown) throw new Error(`${locale} has the message ${unknown}, which the default locale lacks`);
}

/** Skips unchanged files, because writing one triggers builds and reloads. */
function writeChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export function compileMessages(source = SOURCE, target = TARGET): void {
  const locales: Locales = JSON.parse(readFileSync(join(source, 'locales.json'), 'utf8'));
  const reference = readCatalog(join(source, locales.default));
  const facts: Record<string, LocaleFacts> = {};
  for (const locale of locales.available) {
    const catalog = locale === locales.default ? reference : readCatalog(join(source, locale));
    compare(locale, catalog, reference);
    facts[locale] = writeCatalog(target, locale, catalog);
  }
  writeChanged(join(target, 'locales.json'), JSON.stringify({ default: locales.default, locales: facts }));
  writeChanged(join(target, 'message-types.ts'), typesOf(reference));
}

if (import.meta.main) compileMessages();
