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
  [
    'admin admins administrator administration moderator support staff operator official system helpdesk finance',
    'verification marketplace escrow администратор модератор оператор поддержка الدعم الإدارة المشرف',
  ].join(' '),
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
  const words = wordsOf(name);
  if (holds(words, skeletonOf(PRODUCT_NAME))) return true;
  const house = withoutLegalForm(wordsOf(operator));
  if (house.length >= MIN_PART_LENGTH && holds(words, house)) return true;
  if (house !== '' && withoutLegalForm(words) === house) return true;
  const said = words.filter((word) => word.length > 1);
  if (said.some((word) => ROLE_WORDS.has(word)) && said.every((word) => ROLE_WORDS.has(word) || MORE_WORDS.has(word)))
    return true;
  return ROLES_IN_HAN.test(name.normalize('NFKC').replace(/\P{Script=Han}/gu, ''));
}

/** Whether one of the words contains a name, or some in a row are the name. Oscar Quaye is somebody else. */
function holds(words: string[], name: string): boolean {
  return words.some((word, from) => {
    if (word.includes(name)) return true;
    let run = '';
    for (let at = from; at < words.length && run.length < name.length; at++) run += words[at];
    return run === name;
  });
}

const withoutLegalForm = (words: string[]) => words.filter((word) => !LEGAL_FORMS.has(word)).join('');

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
