import { CHINA } from '#content/places/china.ts';
import { LONG_CHINESE_NAMES, PLACE_NAMES } from '#content/places/names.ts';
import { cyrillicOf, hangulOf, pinyinOf, russianCases } from './pinyin.ts';

export type PlaceFilter = 'province' | 'city';
/** A name of a place, and a filter that it means. A Chinese name may mean two, a city and its province. */
type PlaceWord = { word: string; filter: PlaceFilter; value: string };

type NamedPlace = { province: string; city: string | null; chinese: string };

const PLACES: readonly NamedPlace[] = CHINA.flatMap(([province, chinese, cities]) => [
  { province, city: null, chinese },
  ...cities
    .split(', ')
    .filter((city) => city !== '')
    .map((city) => {
      const [name = '', its = ''] = city.split(' ');
      return { province, city: name, chinese: its };
    }),
]);

/** The provinces of each city. Some names are those of two cities. */
export const PROVINCES_OF_CITY: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(
    Map.groupBy(
      PLACES.filter(({ city }) => city !== null),
      ({ city }) => city ?? '',
    ),
    ([city, places]) => [city, places.map(({ province }) => province)],
  ),
);

const CYRILLIC = /^\p{Script=Cyrillic}[\p{Script=Cyrillic}-]*$/u;

/** Returns the names of all places in the languages of buyers. Traditional characters need no names of their own. */
export function placeWords(): PlaceWord[] {
  return PLACES.flatMap(({ province, city, chinese }) => {
    const filter = city === null ? 'province' : 'city';
    const value = city ?? province;
    const own = [...namesOf(value, city !== null), ...chineseNames(province, city, chinese)];
    const words: PlaceWord[] = [...new Set(own)].map((word) => ({ word, filter, value }));
    if (city === null || PROVINCES_OF_CITY.get(city)?.length === 1) return words;
    return [
      ...words,
      ...chineseNames(province, city, chinese).map((word) => ({ word, filter: 'province', value: province }) as const),
    ];
  });
}

/** Returns the names of a place that its Chinese name is not among. */
function namesOf(name: string, isCity: boolean): string[] {
  const syllables = pinyinOf(name);
  const byRule = syllables ? [cyrillicOf(syllables), hangulOf(syllables)] : [];
  const known = (PLACE_NAMES[name] ?? '').split(', ').filter((each) => each !== '');
  const spelled = [...byRule, ...known].flatMap((each) =>
    CYRILLIC.test(each) ? [...russianCases(each), ...russianCases(each.replaceAll('э', 'е'))] : [each],
  );
  return [name, isCity ? `${name} city` : `${name} province`, ...spelled];
}

function chineseNames(province: string, city: string | null, chinese: string): string[] {
  if (city !== null) return [chinese, `${chinese}市`];
  const long = LONG_CHINESE_NAMES[province];
  return [chinese, `${chinese}省`, `${chinese}市`, ...(long ? [long] : [])];
}
