const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|sir)\.?$/i;
/** Words that occur in the names of companies, such as Motors or 公司. */
const COMPANY = new RegExp(
  [
    String.raw`(?<![\p{L}\p{M}])(?:motors?|autos?|automobiles?|automotive|cars|vehicles|trading|dealers?|dealership|exports?|imports?|group`,
    String.raw`|company|corp|inc|ltd|limited|llc|gmbh|ооо|авто|شركة|سيارات)(?![\p{L}\p{M}])`,
    '|公司|集团|贸易|汽车|车行|车业|二手车|株式会社',
  ].join(''),
  'iu',
);
/** A name in Chinese, Japanese or Korean without a space: the family name is the first character. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
const LETTER = /\p{L}\p{M}*/u;

/**
 * Returns the name that other users see: for a person the first name and the initial of the last ('Amina W.'), for a
 * company the whole name. Omits email addresses and numbers, which some users enter as a name.
 */
export function publicName(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => LETTER.test(word) && !word.includes('@'));
  if (COMPANY.test(name)) return words.join(' ');
  const [first, ...others] = words.length > 1 && TITLE.test(words[0]!) ? words.slice(1) : words;
  if (first === undefined) return '…';
  if (others.length === 0 && FAMILY_FIRST.test(first)) return `${[...first][0]}…`;
  const initial = others.at(-1)?.match(LETTER)?.[0];
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
