import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { brands } from '#content/home/brands.ts';

/** Texts on pages that are not messages: the operator's texts, car data and product names. */
export type PageData = { texts: Set<string>; words: Set<string>; articles: string };

/** Names that are the same in every language. */
const NAMES = ['CarQuay', 'WhatsApp', 'Facebook'];
/** Fields with sellers' text, which pages show unchanged. */
const FACTS = ['make', 'model', 'trim', 'location', 'exteriorColor', 'interiorColor', 'vin', 'value'];
const CARS = '/api/listings/listings?limit=50&include=facets';
const STOCK = ['', '?make=byd', '?make=byd&page=2', '?rentSell=Rent&carType=suv'].map((query) => `/api/stock${query}`);
const CALLS = [CARS, `${CARS}&rentSell=Rent`, '/api/listings/featured', ...STOCK];

export async function readPageData(request: APIRequestContext, car?: number): Promise<PageData> {
  const typed = filesOf('content', '.ts').join('\n');
  const texts = [...typed.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)];
  const answers = await Promise.all(
    [...CALLS, ...(car === undefined ? [] : [`/api/listings/${car}`, `/api/listings/${car}/related`])].map(
      async (path) => (await request.get(path)).json(),
    ),
  );
  const descriptions = factsIn(answers, ['description']).map(plain);
  return {
    texts: new Set([
      ...descriptions,
      ...texts.map(([, single, double, back]) => plain(single ?? double ?? back ?? '')),
    ]),
    words: new Set([...NAMES, ...brands.map(({ name }) => name), ...factsIn(answers, FACTS).flatMap(wordsIn)]),
    articles: plain(
      filesOf('content', '.md')
        .join('\n')
        .replace(/\*\*|\]\([^)]*\)|[[`]/g, ''),
    ),
  };
}

export const plain = (text: string) =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll("\\'", "'")
    .trim();
export const wordsIn = (text: string) => text.match(/\p{Letter}[\p{Letter}\p{Mark}'’-]*/gu) ?? [];

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Returns the strings of the named fields at any depth. */
function factsIn(data: unknown, names: string[]): string[] {
  if (data === null || typeof data !== 'object') return [];
  return Object.entries(data).flatMap(([name, value]) =>
    typeof value === 'string' && names.includes(name) ? [value] : factsIn(value, names),
  );
}
