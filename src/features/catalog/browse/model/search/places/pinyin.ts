/** Initials in the order in which they are tried, longest first. */
const INITIALS = 'zh ch sh b p m f d t n l g k h j q x r z c s y w'.split(' ');
const SYLLABLE = new RegExp(
  `(?:${INITIALS.join('|')})?(?:iang|iong|uang|iao|ian|ang|eng|ing|ong|uai|uan|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|uo|ui|ue|er|a|o|e|i|u)`,
  'y',
);

/** A syllable of pinyin. The initial is empty if it begins with a vowel. */
type Syllable = { initial: string; final: string };

/**
 * Splits a name in pinyin, such as 'guangzhou', into syllables: the split in which no syllable begins with a vowel, if there is one.
 * Returns null if it is not pinyin.
 */
export function pinyinOf(name: string): Syllable[] | null {
  const parts = name.toLowerCase().split("'");
  const split = parts.map((part) => syllablesFrom(part, 0, true) ?? syllablesFrom(part, 0, false));
  return split.includes(null) ? null : split.flatMap((each) => each ?? []);
}

function syllablesFrom(text: string, from: number, consonantsOnly: boolean): Syllable[] | null {
  if (from === text.length) return [];
  SYLLABLE.lastIndex = from;
  const longest = SYLLABLE.exec(text)?.[0] ?? '';
  for (let length = longest.length; length > 0; length--) {
    const syllable = syllableOf(text.slice(from, from + length));
    if (!syllable || (consonantsOnly && from > 0 && syllable.initial === '')) continue;
    const rest = syllablesFrom(text, from + length, consonantsOnly);
    if (rest) return [syllable, ...rest];
  }
  return null;
}

function syllableOf(text: string): Syllable | null {
  SYLLABLE.lastIndex = 0;
  if (SYLLABLE.exec(text)?.[0] !== text) return null;
  const initial = INITIALS.find((each) => text.startsWith(each)) ?? '';
  return { initial, final: text.slice(initial.length) };
}

const PALLADIUS_INITIALS: Record<string, string> = {
  ...{ b: 'б', p: 'п', m: 'м', f: 'ф', d: 'д', t: 'т', n: 'н', l: 'л', g: 'г', k: 'к', h: 'х', j: 'цз', q: 'ц' },
  ...{ x: 'с', zh: 'чж', ch: 'ч', sh: 'ш', r: 'ж', z: 'цз', c: 'ц', s: 'с', '': '' },
};
const PALLADIUS_FINALS: Record<string, string> = {
  ...{ a: 'а', o: 'о', e: 'э', ai: 'ай', ei: 'эй', ao: 'ао', ou: 'оу', an: 'ань', en: 'энь', ang: 'ан', eng: 'эн' },
  ...{ ong: 'ун', er: 'эр', i: 'и', ia: 'я', ie: 'е', iao: 'яо', iu: 'ю', ian: 'янь', in: 'инь', iang: 'ян' },
  ...{
    ing: 'ин',
    iong: 'юн',
    u: 'у',
    ua: 'уа',
    uo: 'о',
    uai: 'уай',
    ui: 'уй',
    uan: 'уань',
    un: 'унь',
    uang: 'уан',
    ue: 'юэ',
  },
};
/** Finals after y, w, and after j, q, x with ü. */
const PALLADIUS_Y: Record<string, string> = {
  ...{ a: 'я', e: 'е', ao: 'яо', ou: 'ю', an: 'янь', ang: 'ян', i: 'и', in: 'инь', ing: 'ин', u: 'юй', ue: 'юэ' },
  ...{ uan: 'юань', un: 'юнь', ong: 'юн' },
};
const PALLADIUS_W: Record<string, string> = {
  ...{ a: 'ва', o: 'во', ai: 'вай', ei: 'вэй', an: 'вань', en: 'вэнь', ang: 'ван', eng: 'вэн', u: 'у' },
};
const PALLADIUS_U: Record<string, string> = { u: 'юй', uan: 'юань', un: 'юнь', ue: 'юэ' };
const PALLADIUS_SPECIAL: Record<string, string> = { zi: 'цзы', ci: 'цы', si: 'сы', hui: 'хуэй' };

/** Writes pinyin in Cyrillic letters by the system of Palladius: 'Guangzhou' is Гуанчжоу. */
export function cyrillicOf(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ initial, final }, at) => {
      const special = PALLADIUS_SPECIAL[initial + final];
      if (special !== undefined) return special;
      if (initial === 'y') return PALLADIUS_Y[final] ?? '';
      if (initial === 'w') return PALLADIUS_W[final] ?? '';
      const isFront = 'jqx'.includes(initial) && initial !== '' && PALLADIUS_U[final] !== undefined;
      const before = syllables[at - 1];
      const joins = initial === '' && (before?.final.endsWith('ng') ?? false) ? 'ъ' : '';
      return joins + PALLADIUS_INITIALS[initial] + (isFront ? PALLADIUS_U[final] : PALLADIUS_FINALS[final]);
    })
    .join('');
}

/** Endings of the cases in which Russian says where a car is: в Шанхае, из Шанхая. */
export function russianCases(name: string): string[] {
  const stem = name.slice(0, -1);
  if (name.endsWith('й')) return [name, `${stem}е`, `${stem}я`];
  if (name.endsWith('ь')) return [name, `${stem}и`, `${stem}е`, `${stem}я`];
  return /[бвгджзклмнпрстфхцчшщ]$/.test(name) ? [name, `${name}е`, `${name}а`] : [name];
}

const JAMO_INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const JAMO_VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const HANGUL_INITIALS: Record<string, string> = {
  ...{ b: 'ㅂ', p: 'ㅍ', m: 'ㅁ', f: 'ㅍ', d: 'ㄷ', t: 'ㅌ', n: 'ㄴ', l: 'ㄹ', g: 'ㄱ', k: 'ㅋ', h: 'ㅎ', j: 'ㅈ' },
  ...{ q: 'ㅊ', x: 'ㅅ', zh: 'ㅈ', ch: 'ㅊ', sh: 'ㅅ', r: 'ㄹ', z: 'ㅉ', c: 'ㅊ', s: 'ㅆ', '': 'ㅇ', y: 'ㅇ', w: 'ㅇ' },
};
/** Vowels, then the final consonant n or ng, then vowels that follow as a syllable. */
const HANGUL_FINALS: Record<string, string> = {
  ...{ a: 'ㅏ', o: 'ㅗ', e: 'ㅓ', ai: 'ㅏ이', ei: 'ㅔ이', ao: 'ㅏ오', ou: 'ㅓ우', an: 'ㅏn', en: 'ㅓn', ang: 'ㅏg' },
  ...{ eng: 'ㅓg', ong: 'ㅜg', er: 'ㅓ얼', i: 'ㅣ', ia: 'ㅑ', ie: 'ㅖ', iao: 'ㅑ오', iu: 'ㅠ', ian: 'ㅖn', in: 'ㅣn' },
  ...{ iang: 'ㅑg', ing: 'ㅣg', iong: 'ㅠg', u: 'ㅜ', ua: 'ㅘ', uo: 'ㅝ', uai: 'ㅘ이', ui: 'ㅜ이', uan: 'ㅘn' },
  ...{ un: 'ㅜn', uang: 'ㅘg', ue: 'ㅞ' },
};
const HANGUL_Y: Record<string, string> = {
  ...{ a: 'ㅑ', e: 'ㅖ', ao: 'ㅑ오', ou: 'ㅠ', an: 'ㅖn', ang: 'ㅑg', i: 'ㅣ', in: 'ㅣn', ing: 'ㅣg', u: 'ㅟ' },
  ...{ ue: 'ㅞ', uan: 'ㅟ안', un: 'ㅟn', ong: 'ㅠg' },
};
const HANGUL_W: Record<string, string> = {
  ...{ a: 'ㅘ', o: 'ㅝ', ai: 'ㅘ이', ei: 'ㅞ이', an: 'ㅘn', en: 'ㅝn', ang: 'ㅘg', eng: 'ㅝg', u: 'ㅜ' },
};
const HANGUL_U: Record<string, string> = { u: 'ㅟ', uan: 'ㅟ안', un: 'ㅟn', ue: 'ㅞ' };
/** After ㅈ and ㅊ, Korean writes the plain vowel. */
const PLAIN_VOWELS: Record<string, string> = { ㅑ: 'ㅏ', ㅖ: 'ㅔ', ㅠ: 'ㅜ' };
const WHISTLED = new Set(['zh', 'ch', 'sh', 'r', 'z', 'c', 's']);

/** Writes pinyin in Hangul by the rules of the National Institute of Korean Language: 'Guangzhou' is 광저우. */
export function hangulOf(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ initial, final }) => {
      const consonant = HANGUL_INITIALS[initial]!;
      const front = 'jqx'.includes(initial) && initial !== '' ? HANGUL_U[final] : undefined;
      const table = initial === 'y' ? HANGUL_Y : initial === 'w' ? HANGUL_W : HANGUL_FINALS;
      const written = final === 'i' && WHISTLED.has(initial) ? 'ㅡ' : (front ?? table[final] ?? 'ㅏ');
      const isPlain = consonant === 'ㅈ' || consonant === 'ㅊ' || consonant === 'ㅉ';
      const vowel = isPlain ? (PLAIN_VOWELS[written[0]!] ?? written[0]!) : written[0]!;
      const coda = written[1] === 'n' ? 4 : written[1] === 'g' ? 21 : 0;
      const block = (JAMO_INITIALS.indexOf(consonant) * 21 + JAMO_VOWELS.indexOf(vowel)) * 28 + coda;
      return String.fromCharCode(0xac00 + block) + (coda === 0 ? written.slice(1) : '');
    })
    .join('');
}
