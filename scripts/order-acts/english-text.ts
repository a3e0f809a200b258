import { readdirSync, readFileSync } from 'node:fs';

const texts: Record<string, string> = Object.assign(
  {},
  ...readdirSync('messages/en').map((name) => JSON.parse(readFileSync(`messages/en/${name}`, 'utf8'))),
);

/** Returns the source text of an English message. */
export function englishText(key: string): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`no message ${key}`);
  return text;
}
