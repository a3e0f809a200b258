import { foldCyrillic, foldDigits, foldLetters } from './fold-text.ts';

/** Kinds of details that move a payment or a conversation off the site. */
type BankDetailKind = 'iban' | 'bic' | 'account' | 'crypto' | 'messenger';

/** Lengths of IBANs by country (ISO 13616). */
const IBAN_LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30';
const LENGTH_OF = new Map(
  [...IBAN_LENGTHS.matchAll(/([A-Z]{2})(\d\d)/g)].map(([, country, length]) => [country, Number(length)]),
);
/** Countries of banks without IBANs. */
const OTHER_COUNTRIES =
  'AO AR AU BD BW CA CD CI CL CM CN CO EC ET GA GH GM GN HK ID IN JM JP KE KH KR LA LK LR LS MA MG ML MM MO MW MX MY MZ NA NE NG NP NZ PA PE PG PH PY RW SG SL SN SZ TD TG TH TT TW TZ UG US UY UZ VN ZA ZM ZW';

/** Whole, or in groups of four as IBANs are written. A VIN followed by words is neither. */
const IBAN_LIKE =
  /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,29}|(?:[ .-][A-Z0-9]{4}){2,7}(?:[ .-][A-Z0-9]{1,4})?)(?![A-Z0-9])/g;

/** With a space, dot, hyphen or line break between any of its characters, as people disguise it. */
const SPREAD_IBAN = /(?<![A-Z0-9])[A-Z][\s.-]?[A-Z][\s.-]?\d[\s.-]?\d(?:[\s.-]?[A-Z0-9]){11,30}/g;
const LEAST_DIGITS = 0.6;

const BANK_WORDS = [
  'bank',
  'a/c',
  'acc(?:oun)?t',
  'beneficiary',
  'swift',
  'bic',
  'iban',
  'wire',
  'transfer',
  'routing',
  'sort code',
  'pay ?bill',
  'till',
  'cuenta',
  'banco',
  'transferencia',
  'conta',
  'transferência',
  'compte',
  'banque',
  'virement',
  'konto',
  'überweis',
  'rekening',
  'hesap',
  'havale',
  'сч[её]т',
  'банк',
  'перевод',
  'реквизит',
  'akaunti',
  'benki',
  'tài khoản',
  'ngân hàng',
  'rekening',
  '收款',
  '账号',
  '帐号',
  '账户',
  '帐户',
  '转账',
  '轉賬',
  '銀行',
  '银行',
  '汇款',
  '匯款',
  '卡号',
  '开户',
  '口座',
  '振込',
  '계좌',
  '은행',
  'حساب',
  'بنك',
  'تحويل',
  'खाता',
  'बैंक',
].join('|');
const PHONE_WORDS =
  'phone|tel|call|mobile|cell|whatsapp|viber|wechat|sms|fax|contact|simu|téléphone|teléfono|telefone|телефон|тел|звон|电话|手机|联系|微信|هاتف|اتصل|फ़ोन|vin';
const BEFORE = 40;
const AFTER = 20;
const CLOSE = 14;
const NEAR_BANK = new RegExp(`(?<!\\p{Script=Latin})(?:${BANK_WORDS})`, 'iu');
const AFTER_BANK = new RegExp(`(?<!\\p{Script=Latin})(?:${BANK_WORDS})[^\\d]{0,${CLOSE}}$`, 'iu');
const AFTER_PHONE = new RegExp(`(?<!\\p{Script=Latin})(?:${PHONE_WORDS})[^\\d]{0,${CLOSE}}$`, 'iu');

const BIC_LIKE = /(?<![A-Za-z0-9])[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])/g;
/** Ten digits or more, whole or in groups, without decimals and thousands separators. */
const LONG_NUMBER =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d.,+/-])(?:\d{10,34}|\d{3,6}(?:[ -]\d{3,6}){2,8})(?![\d\p{Script=Latin}]|[.,]\d)/gu;
/** Ten digits or more with a separator between any of them. Counts only right after a word for an account. */
const SPREAD_NUMBER = /(?<![\p{L}\d.,+/-])\d(?:[\s./-]?\d){9,33}(?![\d\p{Script=Latin}])/gu;
const BEGINS_WITH_DATE = /^(?:19|20)\d\d[./-]\d\d?[./-]\d\d?/;
const YEARS = /^(?:(?:19|20)\d\d[ -]?)+$/;
const MOBILE = /^(?:0\d{8,11}|1[3-9]\d{9}|00\d{8,13})$/;

const CRYPTO = [
  /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/,
  /(?<![A-Za-z0-9])bc1[02-9ac-hj-np-z]{25,62}(?![A-Za-z0-9])/i,
  /(?<![A-Za-z0-9])(?=[^\s]*[a-z])(?=[^\s]*[A-Z])(?=[^\s]*\d)(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})(?![A-Za-z0-9])/,
];
const MESSENGERS =
  /(?<![a-z0-9])(?:wa\.me\/|(?:api|chat)\.whatsapp\.com|t\.me\/|telegram\.(?:me|dog)\/|u\.wechat\.com|weixin:\/\/|line\.me\/|viber:\/\/|m\.me\/|signal\.me\/|zalo\.me\/|ok\.ru\/messages)/i;
const MESSENGER_NAME = /(?:we ?chat|weixin|微信|telegram|tg)(?: ?id|号|號)? ?[:：@=] ?@?[a-z][\w-]{4,}/i;

function isIban(candidate: string): boolean {
  const iban = candidate.replace(/[ .-]/g, '');
  if (LENGTH_OF.get(iban.slice(0, 2)) !== iban.length) return false;
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Returns whether a spread text begins with an IBAN. Words of an ordinary sentence have too few digits. */
function beginsWithIban(candidate: string): boolean {
  const compact = candidate.replace(/[\s.-]/g, '');
  const iban = compact.slice(0, LENGTH_OF.get(compact.slice(0, 2)) ?? 0);
  return iban.replace(/\D/g, '').length >= iban.length * LEAST_DIGITS && isIban(iban);
}

const around = (text: string, at: number, length: number) => text.slice(Math.max(0, at - BEFORE), at + length + AFTER);

function hasBic(text: string): boolean {
  return [...text.matchAll(BIC_LIKE)].some(
    ({ 0: found, 1: country = '', index }) =>
      (LENGTH_OF.has(country) || OTHER_COUNTRIES.includes(country)) && isNearBank(text, index, found),
  );
}

function isNearBank(text: string, at: number, found: string): boolean {
  const near = around(text, at, found.length);
  return NEAR_BANK.test(near.replace(found, ' '));
}

function hasAccount(text: string): boolean {
  return [...text.matchAll(LONG_NUMBER)].some(({ 0: found, index }) => {
    const digits = found.replace(/\D/g, '');
    const before = text.slice(Math.max(0, index - BEFORE), index);
    if (digits.length < 10 || YEARS.test(found) || AFTER_PHONE.test(before)) return false;
    return MOBILE.test(digits) ? AFTER_BANK.test(before) : isNearBank(text, index, found);
  });
}

function hasSpreadAccount(text: string): boolean {
  return [...text.matchAll(SPREAD_NUMBER)].some(({ 0: found, index }) => {
    const before = text.slice(Math.max(0, index - BEFORE), index);
    if (YEARS.test(found) || BEGINS_WITH_DATE.test(found) || AFTER_PHONE.test(before)) return false;
    return AFTER_BANK.test(before);
  });
}

/**
 * Finds bank details, crypto addresses and links to messengers in a text, even if they are obfuscated. Returns the kinds
 * found. Phone numbers, VINs, prices and mileages are not reported.
 */
export function findBankDetails(text: string): BankDetailKind[] {
  const digits = foldDigits(text);
  const folded = foldLetters(digits);
  const found: BankDetailKind[] = [];
  const capitals = folded.toUpperCase();
  const hasIban = (capitals.match(IBAN_LIKE) ?? []).some(isIban);
  if (hasIban || (capitals.match(SPREAD_IBAN) ?? []).some(beginsWithIban)) found.push('iban');
  if (hasBic(folded)) found.push('bic');
  const readings = [digits, folded, foldCyrillic(digits)];
  if (readings.some((reading) => hasAccount(reading) || hasSpreadAccount(reading))) found.push('account');
  if (CRYPTO.some((address) => address.test(folded))) found.push('crypto');
  if (MESSENGERS.test(folded) || MESSENGER_NAME.test(folded)) found.push('messenger');
  return found;
}
