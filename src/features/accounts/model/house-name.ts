import { PRODUCT_NAME } from '#lib/product.ts';
import { publicName } from './public-name.ts';

/** Letters that look like Latin ones, after accents and capitals are folded, by the Latin letter. */
const LOOKALIKES: Record<string, string> = {
  a: 'аαɑᴀ@4ꭺ',
  b: 'ьβʙ',
  c: 'сᴄϲⅽꮯ',
  d: 'ԁᴅđ',
  e: 'еεєᴇ3ꭼ',
  f: 'ғƒ',
  g: 'ɡցɢ',
  h: 'һհнʜħ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏіιı1i|!ᴌłⅼ',
  m: 'мᴍ',
  n: 'ոηɴп',
  o: 'оοօσᴏ0øθ',
  p: 'рρᴘ',
  q: 'ԛզգ',
  r: 'гʀɾꭱ',
  s: 'ѕꜱ5$',
  t: 'тτᴛŧ',
  u: 'սυᴜμцʋ',
  v: 'ѵνᴠ',
  w: 'ԝωᴡшʍ',
  x: 'хχ',
  y: 'уүγʏỿყ',
  z: 'ᴢ',
};
const LATIN = new Map(Object.entries(LOOKALIKES).flatMap(([latin, signs]) => [...signs].map((sign) => [sign, latin])));

/** What only the people of a marketplace are called. */
const ROLE_WORDS = wordSet(
  'admin administrator moderator support staff operator official system helpdesk finance verification marketplace escrow',
);
/** Words that stand beside those. */
const MORE_WORDS = wordSet(
  'the of and team service services customer center care desk help department account accounts',
);
const ROLES_IN_HAN = /^(?:客服|客户服务|管理员|官方|系统|财务|支持|运营|平台|中心|团队)+$/;
const LEGAL_FORMS = wordSet('ltd limited inc llc plc co corp company gmbh ag sa sas bv pty');
/** A short name of an operator may also be a part of other names, so it must be the whole name. */
const MIN_PART_LENGTH = 8;

/**
 * Whether a name, or what others see of it, could be taken for the marketplace, its operator or its people. Letters that look alike
 * count as the same.
 */
export function isLikeHouse(name: string, operator: string): boolean {
  return [name, publicName(name)].some((shown) => isTaken(shown, operator));
}

function isTaken(name: string, operator: string): boolean {
  const whole = skeletonOf(name);
  if (whole.includes(skeletonOf(PRODUCT_NAME))) return true;
  const house = wordsOf(operator)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join('');
  const own = wordsOf(name)
    .filter((word) => !LEGAL_FORMS.has(word))
    .join('');
  if (house !== '' && (own === house || (house.length >= MIN_PART_LENGTH && whole.includes(house)))) return true;
  const words = wordsOf(name).filter((word) => word.length > 1);
  if (words.some((word) => ROLE_WORDS.has(word)) && words.every((word) => ROLE_WORDS.has(word) || MORE_WORDS.has(word)))
    return true;
  return ROLES_IN_HAN.test(name.normalize('NFKC').replace(/\P{Script=Han}/gu, ''));
}

const wordsOf = (name: string) =>
  name
    .split(/[\s.,_/&-]+/u)
    .map(skeletonOf)
    .filter((word) => word !== '');

/** Returns letters and digits as the Latin letters that they look like; what cannot be seen is left out. */
function skeletonOf(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return [...folded]
    .map((sign) => LATIN.get(sign) ?? sign)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function wordSet(words: string): Set<string> {
  return new Set(words.split(' ').map(skeletonOf));
}
