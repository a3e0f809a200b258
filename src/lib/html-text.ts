/** Tags that editors and websites put into descriptions. Other text between < and > stays as it was typed. */
const TAG =
  /<\/?(?:p|br|hr|div|b|strong|i|em|u|s|ul|ol|li|span|h[1-6]|table|thead|tbody|tr|td|th|font|center|blockquote|section|article|small|sup|sub|a|img)(?:\s[^<>=]*=[^<>]*|\s*\/)?>/gi;
const UNSEEN = /<!--[\s\S]*?-->|<(script|style|title)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi;
const NEW_LINE = /^<(?:br|hr|\/?(?:p|div|li|tr|h[1-6]|table|ul|ol|blockquote|section|article))\b/i;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d?));/gi;
const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', bull: '•', middot: '·' },
  ...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', copy: '©', reg: '®', trade: '™', times: '×', deg: '°', sup2: '²' },
  ...{ eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', auml: 'ä', ouml: 'ö', uuml: 'ü', szlig: 'ß', ntilde: 'ñ' },
};
const LAST_CODE = 0x10ffff;

/**
 * Returns a description without the HTML of the program it was copied from: its lines and the characters that entities stand for. It is no
 * protection, because pages show every description as text. Small, because browsers run it too.
 */
export function textOfHtml(typed: string): string {
  const hasTags = typed.search(TAG) >= 0;
  const bare = hasTags ? typed.replace(UNSEEN, '').replace(TAG, lineOf) : typed;
  const text = bare.replace(ENTITY, characterOf);
  if (!hasTags) return text;
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function lineOf(tag: string): string {
  if (/^<li\b/i.test(tag)) return '\n• ';
  if (/^<\/t[dh]\b/i.test(tag)) return ' ';
  if (/^<\/(?:li|tr)\b|^<(?:tr|ul|ol|table)\b/i.test(tag)) return '\n';
  return NEW_LINE.test(tag) ? '\n' : '';
}

function characterOf(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= LAST_CODE && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}
