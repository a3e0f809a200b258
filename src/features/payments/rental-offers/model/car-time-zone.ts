import { PORTS } from '#content/ports/ports.ts';

const HOME_ZONE = 'Asia/Shanghai';

/** Lower case, with one space around each word. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The whole name of a port, that without the part in parentheses, and each of its parts: "Tincan/Lagos" is in Lagos. */
function namesOf(name: string): string[] {
  const short = name.replaceAll(/\([^)]*\)/gu, '');
  return [name, short, ...short.split(/[/,]/u)].map(wordsOf).filter((words) => words.trim() !== '');
}

const NAMES = PORTS.flatMap(([, , name, , zone]) => namesOf(name).map((words) => ({ words, zone })));

/**
 * Returns the time zone of a car by its location: that of the longest name of a port in it, otherwise that of China, which has one zone for all
 * its provinces.
 */
export function carTimeZone(location: string | null): string {
  const words = wordsOf(location ?? '');
  let found = { words: '', zone: HOME_ZONE };
  for (const name of NAMES) if (name.words.length > found.words.length && words.includes(name.words)) found = name;
  return found.zone;
}
