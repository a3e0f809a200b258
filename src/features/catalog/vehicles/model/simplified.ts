import { SIMPLIFIED_PAIRS } from '#content/characters/simplified.ts';

/** Server only: the table is large. */
const SIMPLIFIED = new Map<string, string>();
for (const line of SIMPLIFIED_PAIRS.trim().split('\n')) {
  for (let at = 0; at < line.length; at += 2) SIMPLIFIED.set(line[at]!, line[at + 1]!);
}

const HAN = /\p{Script=Han}/u;

/** Replaces traditional and Japanese Han characters with simplified ones, each by itself. */
export function simplified(text: string): string {
  return HAN.test(text) ? text.replace(/\p{Script=Han}/gu, (sign) => SIMPLIFIED.get(sign) ?? sign) : text;
}
