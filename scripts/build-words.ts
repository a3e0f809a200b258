/**
 * Compiles the message catalogue: ICU messages by id become modules in .generated/words, so that no message is parsed at run time.
 * words/{locale}/*.json become {locale}.ts, which every page carries; each area words/{locale}/{area}/*.json becomes
 * {locale}-{area}.ts, which adds its messages when it is imported. English decides which ids exist.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const SOURCE = 'words';
const TARGET = '.generated/words';

type Messages = Map<string, string>;
type Locale = { common: Messages; areas: Map<string, Messages>; ids: Set<string> };

function readLocale(locale: string): Locale {
  const root = join(SOURCE, locale);
  const ids = new Set<string>();
  const areas = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    common: readFolder(root, ids),
    areas: new Map(areas.map(({ name }) => [name, readFolder(join(root, name), ids)])),
    ids,
  };
}

function readFolder(folder: string, ids: Set<string>): Messages {
  const messages: Messages = new Map();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const entries: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, text] of Object.entries(entries)) {
      if (ids.has(id)) throw new Error(`${folder}/${file}: the message ${id} is defined in two files`);
      ids.add(id);
      messages.set(id, text);
    }
  }
  return messages;
}

/** The expression that makes the compiled messages: parsing JSON is faster than running a literal. */
function parsed(messages: Messages): string {
  const compiled = Object.fromEntries([...messages].map(([id, text]) => [id, compileMessage(text)]));
  return `JSON.parse(\n  ${JSON.stringify(JSON.stringify(compiled))},\n)`;
}

const commonModule = (messages: Messages) =>
  `import type { Messages } from '@lingui/core';\n\nexport const messages: Messages = ${parsed(messages)};\n`;
const areaModule = (locale: string, messages: Messages) =>
  `import { addWords } from '#lib/i18n/messages.ts';\n\naddWords('${locale}', ${parsed(messages)});\n`;

/** Leaves a file alone whose text is the same, so that nothing is built or reloaded for it. */
function writeChanged(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

export function compileWords(): void {
  mkdirSync(TARGET, { recursive: true });
  const english = readLocale('en');
  for (const locale of readdirSync(SOURCE)) {
    const { common, areas, ids } = locale === 'en' ? english : readLocale(locale);
    for (const id of ids) if (!english.ids.has(id)) throw new Error(`${locale}: ${id} is not an English id`);
    writeChanged(join(TARGET, `${locale}.ts`), commonModule(common));
    for (const [area, messages] of areas)
      writeChanged(join(TARGET, `${locale}-${area}.ts`), areaModule(locale, messages));
  }
  const imports = [...english.areas.keys()].map((area) => `import './en-${area}.ts';\n`).join('');
  writeChanged(join(TARGET, 'all-areas.ts'), `/** Every area's messages, for the server. */\n${imports}`);
  const union = [...english.ids].map((id) => `  | ${JSON.stringify(id)}`).join('\n');
  writeChanged(
    join(TARGET, 'word-id.ts'),
    `/** Every message id of the catalogue. */\nexport type WordId =\n${union};\n`,
  );
}

if (import.meta.main) compileWords();
