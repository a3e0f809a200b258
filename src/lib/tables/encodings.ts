/** The encodings of text files that are read. Latin-1 is read as windows-1252, which has the same letters. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1256',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

export type FoundEncoding = {
  name: Encoding;
  /** `certain`: a mark, or valid UTF-8. `likely`: the others give clearly less readable text. `open`: a person has to look. */
  certainty: 'certain' | 'likely' | 'open';
  /** Other encodings in which the whole file is valid, the most readable first. */
  others: Encoding[];
};

const MARKS: { name: Encoding; bytes: number[] }[] = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
];
/** Bytes that are looked at to compare encodings. */
const SAMPLE = 200_000;
/** How much better than the next one an encoding has to be. */
const CLEAR = 1.5;
/** The score that one or two letters do not reach. */
const LEAST = 2;

/** The encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): Encoding | null {
  return MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.name ?? null;
}

/** Decodes a whole file without its byte order mark. Returns null if a byte does not fit. */
export function decoded(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Decides the encoding by evidence in the bytes. Returns null if the file is no text in any of them. */
export function findEncoding(bytes: Uint8Array): FoundEncoding | null {
  const marked = markedEncoding(bytes);
  if (marked) return decoded(bytes, marked) === null ? null : { name: marked, certainty: 'certain', others: [] };
  const wide = wideEncoding(bytes);
  if (wide) return decoded(bytes, wide) === null ? null : { name: wide, certainty: 'likely', others: [] };
  if (decoded(bytes, 'utf-8') !== null) return { name: 'utf-8', certainty: 'certain', others: [] };
  return comparedEncodings(bytes);
}

/** UTF-16 without a mark: digits, separators and line ends have a zero in the same half. */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE) & ~1);
  let [even, odd] = [0, 0];
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const half = sample.length / 2;
  if (Math.max(even, odd) < half * 0.2 || Math.min(even, odd) > half * 0.02) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function comparedEncodings(bytes: Uint8Array): FoundEncoding | null {
  const sample = sampleOf(bytes);
  const found = (Object.keys(SCORES) as (keyof typeof SCORES)[])
    .flatMap((name) => {
      const text = decoded(bytes, name);
      if (text === null) return [];
      return [{ name: name as Encoding, score: SCORES[name](new TextDecoder(name).decode(sample), sample), text }];
    })
    .sort((a, b) => b.score - a.score);
  const [best, ...rest] = found;
  if (!best) return null;
  const differing = rest.filter(({ text }) => text !== best.text);
  const next = differing[0]?.score ?? 0;
  const isClear = best.score >= LEAST && (next <= 0 || best.score >= next * CLEAR);
  return { name: best.name, certainty: isClear ? 'likely' : 'open', others: differing.map(({ name }) => name) };
}

/** The lines that have bytes above 127, because the others say nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const lines: number[] = [];
  let start = 0;
  let isTelling = false;
  for (let at = 0; at <= bytes.length && lines.length < SAMPLE; at++) {
    const byte = bytes[at] ?? 0x0a;
    if (byte > 0x7f) isTelling = true;
    if (byte !== 0x0a) continue;
    if (isTelling) for (const each of bytes.subarray(start, Math.min(at, start + 10_000))) lines.push(each);
    if (isTelling) lines.push(0x0a);
    [start, isTelling] = [at + 1, false];
  }
  return Uint8Array.from(lines);
}

const COMMON_HAN =
  '的一是不了人我在有这中大来上国和地到他时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运' +
  '期额余摘要户账帐号收支借贷币种牌型份里程价格颜箱燃料排量辆车驾驶座油档汽柴混动纯库存备注售购银行转款付费汇率' +
  '這來時國個們說為會對過發後裡種動現當沒經開從實無與長機軍關點業將兩間問頭體見産產條別變總電報結進連題給話應戰邊門東聲員認許統區隊設場價請備號額餘戶帳幣類車輛駕駛檔價摘銀轉匯費';
const HAN = new Set(COMMON_HAN);

/** Counts the signs above 127: common ones count for the encoding, rare ones and impossible ones against it. */
function scoreOf(text: string, worth: (sign: string, code: number) => number): number {
  let score = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code > 0x7f) score += worth(sign, code);
  }
  return score;
}

const isHan = (code: number) => code >= 0x4e00 && code <= 0x9fff;
/** Ideographic punctuation and full-width forms. */
const isWide = (code: number) => (code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff5e);

/** The lead bytes of the most common characters: 3,755 in GB 2312, 5,401 in Big5. */
function scorePairs(text: string, bytes: Uint8Array, isCommon: (lead: number, trail: number) => boolean): number {
  let [common, pairs] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x81) continue;
    pairs++;
    if (isCommon(lead, bytes[at + 1] ?? 0)) common++;
    at++;
  }
  const readable = scoreOf(text, (sign, code) => (HAN.has(sign) ? 2.5 : isHan(code) ? 0.8 : isWide(code) ? 0.5 : -2));
  return readable * (pairs === 0 ? 0 : (common / pairs) ** 2);
}

const WORDS = /[\p{L}\p{M}]+/gu;
/** Scores the letters of one script by the words that they form, and signs that are no letters against. */
function scoreWords(text: string, common: RegExp, isWord: RegExp): number {
  let score = 0;
  for (const [word] of text.matchAll(WORDS)) {
    const high = [...word].filter((sign) => sign > '\x7f');
    if (high.length === 0) continue;
    const usual = high.filter((sign) => common.test(sign)).length;
    score += isWord.test(word) ? usual - (high.length - usual) : -2 * high.length;
  }
  return (
    score +
    scoreOf(text, (sign, code) =>
      /\p{L}|\p{M}/u.test(sign) ? 0 : code < 0xa0 ? -3 : /[€£°§–—’‘“”«»№ª º]/.test(sign) ? 0 : -1,
    )
  );
}

const SCORES = {
  'windows-1252': (text: string) => scoreWords(text, /[äöüßéèêëàâáãåçñíìîïóòôõúùûøæœ]/i, LATIN_WORD),
  gb18030: (text: string, bytes: Uint8Array) =>
    scorePairs(
      text,
      bytes,
      (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
    ),
  big5: (text: string, bytes: Uint8Array) => scorePairs(text, bytes, (lead) => lead >= 0xa1 && lead <= 0xc6),
  'windows-1251': (text: string) => scoreWords(text, /[а-яё]/i, /^(?:[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+)$/),
  'windows-1256': (text: string) => scoreWords(text, /[\u0621-\u064A]/, /^[\u0600-\u06FF]+$/),
  'windows-1250': (text: string) => scoreWords(text, /[áäąćčçďéěęëíîľĺłňńóôöőřŕśšşťţúůüűýžźżß]/i, LATIN_WORD),
};
/** A word does not change to capitals in its middle, and a long one has a letter without an accent. */
const LATIN_WORD = /^(?!\P{ASCII}{3,}$)(?:\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+)$/u;
