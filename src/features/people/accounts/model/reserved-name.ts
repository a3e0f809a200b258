import { PRODUCT_NAME } from '#lib/product.ts';
import { publicName } from './public-name.ts';

/** Characters that look like a Latin letter once accents and case are removed, by that letter. */
const LOOKALIKES: Record<string, string> = {
  a: 'аαɑᴀ@4ꭺꓮɐ',
  b: 'ьβʙꓐ',
  c: 'сᴄϲⅽꮯꓚⲥᑕ',
  d: 'ԁᴅđꓓ',
  e: 'еεєᴇ3ꭼꓰ',
  f: 'ғƒꓝ',
  g: 'ɡցɢꓖ',
  h: 'һհнʜħꓧ',
  j: 'јϳᴊꓙ',
  k: 'кκᴋꓗ',
  l: 'ӏіιı1i|!ᴌłⅼꓡꓲ',
  m: 'мᴍꓟ',
  n: 'ոηɴпꓠ',
  o: 'оοօσᴏ0øθꓳ',
  p: 'рρᴘꓑ',
  q: 'ԛզգꝗꝙϙ',
  r: 'гʀɾꭱꓣ',
  s: 'ѕꜱ5$ꓢ',
  t: 'тτᴛŧꓔ',
  u: 'սυᴜμцʋꓴ',
  v: 'ѵνᴠꓦ',
  w: 'ԝωᴡшʍꓪ',
  x: 'хχꓫ',
  y: 'уүγʏỿყꓬʎ',
  z: 'ᴢꓜ',
};
/** Capitals that look like another Latin letter than their small form does. */
const CAPITALS = new Map(
  Object.entries({ Β: 'b', Η: 'h', Μ: 'm', Ν: 'n', Ρ: 'p', Υ: 'y', Χ: 'x', Ζ: 'z', В: 'b', У: 'y' }),
);
const LATIN = new Map(Object.entries(LOOKALIKES).flatMap(([latin, signs]) => [...signs].map((sign) => [sign, latin])));

/** Words that name a role of the marketplace's staff. */
const ROLE_WORDS = wordSet(
  [
    'admin admins administrator administration moderator support staff operator official system helpdesk finance',
    'verification verified marketplace escrow customer customers help billing compliance security payment payments refund refunds',
    'админ администратор администрация модератор оператор поддержка поддержки техподдержка الدعم الإدارة المشرف العملاء',
    'soporte suporte assistance administrador administrateur kundendienst サポート 運営 고객센터 관리자',
  ].join(' '),
);
/** Words that may accompany a role, as in "Customer Support Team". */
const ROLE_CONTEXT = wordSet(
  'the of and team service services center care desk department account accounts dealer seller client técnico служба خدمة',
);
const CHINESE_ROLES =
  /客服|管理[员員]|^官方|^(?:客户服务|客戶服務|系统|系統|财务|財務|支持|运营|運營|平台|中心|团队|團隊|在线|人工)+$/;
const LEGAL_FORMS = wordSet('ltd limited inc llc plc co corp company gmbh ag sa sas bv pty');
/** A shorter operator name often occurs inside other names, so it is reserved only as the whole name. */
const MIN_PART_LENGTH = 8;
/** Characters between words. Signs that stand for a letter, as in C@rQuay, are part of a word. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}@$!|]+/u;

/**
 * Returns true if a name, or its public form, could be mistaken for the marketplace, its operator or its staff. Letters that look
 * alike count as equal.
 */
export function isReservedName(name: string, operator: string): boolean {
  return [name, publicName(name)].some(
    (shown) => namesProduct(shown) || namesOperator(shown, operator) || namesRole(shown),
  );
}

/** Letters that a reader easily takes for those of the name: g and o for q, v for u. */
const blurred = (text: string) => text.replace(/[qgo]/g, 'o').replaceAll('v', 'u');

const namesProduct = (name: string) => containsName(wordsOf(name).map(blurred), blurred(skeletonOf(PRODUCT_NAME)));

function namesOperator(name: string, operator: string): boolean {
  const words = wordsOf(name);
  const reserved = withoutLegalForm(wordsOf(operator));
  if (reserved === '') return false;
  return withoutLegalForm(words) === reserved || (reserved.length >= MIN_PART_LENGTH && containsName(words, reserved));
}

function namesRole(name: string): boolean {
  if (CHINESE_ROLES.test(name.normalize('NFKC').replace(/\P{L}/gu, ''))) return true;
  // Initials are left out: "Support Amina" is shown as "Support A."
  const words = wordsOf(name).filter((word) => word.length > 1);
  return (
    words.some((word) => ROLE_WORDS.has(word)) && words.every((word) => ROLE_WORDS.has(word) || ROLE_CONTEXT.has(word))
  );
}

/** Returns true if one word contains the name or consecutive whole words spell it: "Car Quay" matches, "Oscar Quaye" does not. */
function containsName(words: string[], name: string): boolean {
  return words.some((word, from) => {
    if (word.includes(name)) return true;
    let joined = '';
    for (let at = from; at < words.length && joined.length < name.length; at++) joined += words[at];
    return joined === name;
  });
}

const withoutLegalForm = (words: string[]) => words.filter((word) => !LEGAL_FORMS.has(word)).join('');

const wordsOf = (name: string) =>
  withoutFrames(name)
    .split(SEPARATORS)
    .map(skeletonOf)
    .filter((word) => word !== '');

const [FIRST_SQUARE, FIRST_FLAG] = [0x1f170, 0x1f1e6];

/** Replaces letters in circles and squares, and letters of flags, by plain ones. */
function withoutFrames(text: string): string {
  const plain = (sign: string, first: number) => String.fromCharCode(97 + (sign.codePointAt(0) ?? first) - first);
  return text
    .replace(/[\u2460-\u24ff\u{1f100}-\u{1f16f}]/gu, (sign) => sign.normalize('NFKD'))
    .replace(/[\u{1f170}-\u{1f189}]/gu, (sign) => plain(sign, FIRST_SQUARE))
    .replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (sign) => plain(sign, FIRST_FLAG));
}

/** Replaces letters and digits by the Latin letters that they look like, and drops invisible characters. */
function skeletonOf(text: string): string {
  // Some signs look like a Latin letter only before NFKD, which makes a sigma of the lunate sigma.
  const small = [...text].map((sign) => CAPITALS.get(sign) ?? sign).join('');
  const folded = toLatin(small.toLowerCase())
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '');
  return toLatin(folded).replace(/[^\p{L}\p{N}]/gu, '');
}

function toLatin(text: string): string {
  return [...text].map((sign) => LATIN.get(sign) ?? sign).join('');
}

function wordSet(words: string): Set<string> {
  return new Set(words.split(' ').map(skeletonOf));
}
