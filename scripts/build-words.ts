/**
 * Compiles the message catalogue: words/{locale}/*.json (ICU messages by id) become one module per locale in
 * .generated/words, so that no message is parsed at run time. English decides which ids exist.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const SOURCE = 'words';
const TARGET = '.generated/words';

function readLocale(locale: string): Map<string, string> {
  const folder = join(SOURCE, locale);
  const messages = new Map<string, string>();
  for (const file of readdirSync(folder).sort()) {
    const entries: Record<string, string> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, text] of Object.entries(entries)) {
      if (messages.has(id)) throw new Error(`${folder}/${file}: the message ${id} stands in two files`);
      messages.set(id, text);
    }
  }
  return messages;
}

function moduleText(messages: Map<string, string>): string {
  const compiled = Object.fromEntries([...messages].map(([id, text]) => [id, compileMessage(text)]));
  const type = "import type { Messages } from '@lingui/core';\n\n";
  return `${type}export const messages: Messages = JSON.parse(\n  ${JSON.stringify(JSON.stringify(compiled))},\n);\n`;
}

mkdirSync(TARGET, { recursive: true });
const english = readLocale('en');
for (const locale of readdirSync(SOURCE)) {
  const messages = locale === 'en' ? english : readLocale(locale);
  for (const id of messages.keys()) if (!english.has(id)) throw new Error(`${locale}: ${id} is not an English id`);
  writeFileSync(join(TARGET, `${locale}.ts`), moduleText(messages));
}
const ids = [...english.keys()].map((id) => `  | ${JSON.stringify(id)}`).join('\n');
writeFileSync(join(TARGET, 'word-id.ts'), `/** Every message id of the catalogue. */\nexport type WordId =\n${ids};\n`);
