import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { claims } from '#content/claims.ts';
import { brands } from '#content/home/brands.ts';
import { demoFigures } from '#content/home/demo-figures.ts';

/** Texts and words that are the same in every language: the operator's texts, data of people and cars, product names. */
export type PageData = { texts: Set<string>; words: Set<string> };

/** Terms of trade that the site explains. */
const TERMS = (readFileSync('messages/en/customs-glossary.json', 'utf8').match(/(?<="glossary\.)[A-Z]\w*/g) ?? []).map(
  String,
);

const NAMES = [
  ...TERMS,
  ...Object.values(claims).map(String),
  ...Object.values(demoFigures),
  'CarQuay',
  'Quayside Demo Motors',
  'WhatsApp',
  'Facebook',
  'PayPal',
  'UPI',
  'Visa',
  'UTC',
  'US',
  'VIN',
  'Chrome',
  'Linux',
];
/** Fields of the API with data that pages show unchanged. */
const FACTS = [
  ...[
    'make',
    'model',
    'trim',
    'location',
    'exteriorColor',
    'interiorColor',
    'vin',
    'value',
    'stockNumber',
    'year',
    'engine',
  ],
  ...['id', 'listing_id', 'user_id', 'booking_id', 'address', 'ip', 'holder', 'bank', 'bic'],
  ...['name', 'email', 'mobile', 'author', 'reply', 'text', 'subject', 'actorName', 'transaction_id'],
  ...['publisher', 'published', 'country', 'currency', 'local_currency'],
  ...['host', 'pid', 'release', 'build', 'schema', 'node', 'postgres', 'error'],
];
/** Fields with whole texts: what a seller writes, and rows of the import rules, which are in English. */
const TEXTS = ['description', 'sentence', 'title', 'note', 'how_long'];
/** Terms of trade are separate elements within a text. */
const TERM = /\b(?:[A-Z]{3,7}|RoRo)\b/;
const CARS = '/api/listings/listings?limit=50&include=facets&facets=province';
const STOCK = [
  '',
  '?make=byd',
  '?make=byd&page=2',
  '?carType=suv',
  '?fuelType=electric',
  '?rentSell=Rent&carType=suv',
].map((query) => `/api/stock${query}`);
/** The sentence about time contains the days of the order terms. */
const PROMISE = '/api/promise';
const CALLS = [PROMISE, CARS, `${CARS}&rentSell=Rent`, '/api/listings/featured', ...STOCK];

/** Reads the data that pages show, by the calls of every page and by further calls. `typed` is the input of the test. */
export async function readPageData(
  request: APIRequestContext,
  calls: string[] = [],
  typed: string[] = [],
): Promise<PageData> {
  const sources = filesOf('content', '.ts').join('\n');
  const texts = [...sources.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  const answers = await Promise.all([...CALLS, ...calls].map(async (path) => (await request.get(path)).json()));
  const whole = factsIn(answers, TEXTS).flatMap((text) => [text, ...text.split(TERM)]);
  const facts = [...NAMES, ...brands.map(({ name }) => name), ...factsIn(answers, FACTS), ...typed];
  return {
    texts: new Set([...whole, ...texts.map(([, single, double, back]) => single ?? double ?? back ?? '')].map(plain)),
    words: new Set(facts.flatMap(wordsIn)),
  };
}

/** The same data with the words of all articles. */
export function withArticles({ texts, words }: PageData): PageData {
  return { texts, words: new Set([...words, ...filesOf('content', '.md').flatMap(wordsIn)]) };
}

export const plain = (text: string) =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll("\\'", "'")
    .trim();
/** Words of at least two unaccented letters, and numbers in the digits that English uses. */
export const wordsIn = (text: string) => text.match(/[A-Za-z]{2,}|\d+/g) ?? [];

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns the texts and numbers of the named fields at any depth. The details of the audit log are shown as recorded. */
function factsIn(data: unknown, names: string[]): string[] {
  if (data === null || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (name === 'details') return [JSON.stringify(value)];
    const isFact = names.includes(name) && (typeof value === 'string' || typeof value === 'number');
    return isFact ? [String(value)] : factsIn(value, names);
  });
}
