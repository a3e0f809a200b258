import { expect, test } from 'vitest';
import { completionsOf } from './completions.ts';
import { readingsOf, unknownWords } from './resolve-query.ts';
import { buildVocabulary } from './vocabulary.ts';

/** As many names as the catalog of a large site, of letters that real names have. */
const SYLLABLES = [
  'ka',
  'ro',
  'li',
  'sen',
  'tu',
  'vo',
  'mar',
  'ex',
  'din',
  'hao',
  'pel',
  'zi',
  'qua',
  'bo',
  'ther',
  'nis',
];
const nameOf = (number: number) =>
  [number % 16, (number >> 4) % 16, (number >> 8) % 16].map((index) => SYLLABLES[index]).join('');
const models = Array.from({ length: 4_000 }, (_, id) => ({ id, makeId: 1, name: nameOf(id), aliases: [] }));
const vocabulary = buildVocabulary([{ id: 1, name: 'BYD', aliases: [] }], models);

const QUERIES = {
  'twelve unknown words': Array.from({ length: 12 }, (_, at) => `${nameOf(at * 331)}xqwyzaeb`.slice(0, 15)).join(' '),
  'twelve near names': Array.from({ length: 12 }, (_, at) => `${nameOf(at * 331).slice(1)}w`).join(' '),
  'one long word': 'karolisentu'.repeat(19).slice(0, 200),
  'one long word of no name': 'xyzw'.repeat(50),
  'one long word of Chinese names': '丰田白色自动挡或'.repeat(25),
  'quotes and minus signs': '"ka ro" -li '.repeat(20).slice(0, 200),
  'ranges without end': '1-2-3 from 5 to 6 km and '.repeat(10).slice(0, 200),
  'digits only': '1'.repeat(200),
  'digits and spaces': '123 '.repeat(50),
  'words before numbers': 'price mileage year under from over '.repeat(8).slice(0, 200),
  'numbers and prices': 'under 9999 over 8888 '.repeat(10).slice(0, 200),
};

const LIMIT_MS = 10;
/** Many short batches: other work on the machine slows down most of them, but hardly all. */
const BATCHES = 20;
const RUNS = 2;

/**
 * Returns the mean processor time in ms of the fastest batch, because other work on the machine slows some of them. One run
 * may be shorter than the clock of the processor can tell.
 */
function meanCost(run: () => void): number {
  run();
  const batches = Array.from({ length: BATCHES }, () => {
    const before = process.threadCpuUsage();
    for (let count = 0; count < RUNS; count++) run();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000 / RUNS;
  });
  return Math.min(...batches);
}

test.each(Object.entries(QUERIES))(`a search of 200 characters takes less than ${LIMIT_MS} ms: %s`, (_name, query) => {
  const cost = meanCost(() => {
    const unknown = unknownWords(query, vocabulary, 2027);
    readingsOf(query, vocabulary, 2027, new Set(unknown.slice(0, 3)));
  });
  expect(cost).toBeLessThan(LIMIT_MS);
});

test.each(Object.entries(QUERIES))(
  `suggestions for 80 typed characters take less than ${LIMIT_MS} ms: %s`,
  (_name, query) => {
    const typed = query.slice(0, 80);
    expect(meanCost(() => completionsOf(typed, vocabulary, 2027))).toBeLessThan(LIMIT_MS);
  },
);
