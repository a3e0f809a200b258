/**
 * Compiles messages/{locale}/{area}.json to modules in .generated/messages, so that no message is parsed at run time. Every page
 * carries the area `site`; the module of any other area adds its messages when a page imports it. English decides which ids exist.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const SOURCE = 'messages';
const TARGET = '.generated/messages';
const SITE = 'site';

type Messages = Record<string, string>;
type Locale = { areas: Map<string, Messages>; ids: Set<string> };

function readLocale(locale: string): Locale {
  const folder = join(SOURCE, locale);
  const areas = new Map<string, Messages>();
  const ids = new Set<string>();
  for (const file of readdirSync(folder).sort()) {
    const messages: Messages = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const id of Object.keys(messages)) {
      if (ids.has(id)) throw new Error(`${folder}/${file}: the message ${id} is defined in two files`);
      ids.add(id);
    }
    areas.set(file.replace(/\.json$/, ''), messages);
  }
  return { areas, ids };
}

/** Returns an expression for the compiled messages. Parsing JSON is faster than evaluating an object literal. */
function parsed(messages: Messages): string {
  const compiled = Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, compileMessage(text)]));
  return `JSON.parse(\n  ${JSON.stringify(JSON.stringify(compiled))},\n)`;
}

const siteModule = (messages: Messages) =>
  `import type { Messages } from '@lingui/core';\n\nexport const messages: Messages = ${parsed(messages)};\n`;
const areaModule = (locale: string, messages: Messages) =>
  `import { addMessages } from '#lib/i18n/messages.ts';\n\naddMessages('${locale}', ${parsed(messages)});\n`;

/** Writes the file only if its text changed, so that an unchanged one triggers no build or reload. */
function writeChanged(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

export function compileMessages(): void {
  mkdirSync(TARGET, { recursive: true });
  const english = readLocale('en');
  for (const locale of readdirSync(SOURCE)) {
    const { areas, ids } = locale === 'en' ? english : readLocale(locale);
    for (const id of ids) if (!english.ids.has(id)) throw new Error(`${locale}: ${id} is not an English id`);
    for (const [area, messages] of areas) {
      const text = area === SITE ? siteModule(messages) : areaModule(locale, messages);
      writeChanged(join(TARGET, `${locale}-${area}.ts`), text);
    }
  }
  const others = [...english.areas.keys()].filter((area) => area !== SITE);
  const imports = others.map((area) => `import './en-${area}.ts';\n`).join('');
  writeChanged(join(TARGET, 'all-areas.ts'), `/** Every area's messages, for the server. */\n${imports}`);
  const union = [...english.ids].map((id) => `  | ${JSON.stringify(id)}`).join('\n');
  writeChanged(
    join(TARGET, 'message-id.ts'),
    `/** Every message id of the catalogue. */\nexport type MessageId =\n${union};\n`,
  );
}

if (import.meta.main) compileMessages();
