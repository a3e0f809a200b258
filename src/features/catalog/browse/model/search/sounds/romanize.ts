/** Latin letters for how names sound. Vowels that a script leaves out are missing. Scripts of East Asia have no f, v, l or final r. */
type Sound = { latin: string; isEastern: boolean };

const table = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=') as [string, string]),
  );

const CYRILLIC = table(`
  а=a б=b в=v г=g д=d е=e ё=o ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=s ч=ch ш=sh щ=sh ъ= ы=i ь= э=e ю=u я=a
  і=i ї=i є=e ґ=g ә=a қ=k ң=n ө=o ұ=u ү=u һ=h`);
const ARABIC = table(`
  ا=a أ=a إ=i آ=a ب=b ت=t ث=s ج=j ح=h خ=h د=d ذ=z ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=g ف=f ق=k ك=k ل=l م=m ن=n ه=h و=o ي=i
  ى=a ة=a ء= ئ=i ؤ=o پ=p چ=ch ژ=zh گ=g ڤ=v ک=k ی=i`);
const GREEK = table(`
  α=a β=v γ=g δ=d ε=e ζ=z η=i θ=t ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=i φ=f χ=h ψ=ps ω=o`);
const DEVANAGARI = table(`
  क=k ख=k ग=g घ=g ङ=n च=ch छ=ch ज=j झ=j ञ=n ट=t ठ=t ड=d ढ=d ण=n त=t थ=t द=d ध=d न=n प=p फ=f ब=b भ=b म=m य=y र=r ल=l व=v श=sh ष=sh स=s
  ह=h अ=a आ=a इ=i ई=i उ=u ऊ=u ए=e ऐ=e ओ=o औ=o ऑ=o ऍ=e ा=a ि=i ी=i ु=u ू=u े=e ै=e ो=o ौ=o ॉ=o ॅ=e ं=n ँ=n ्= ृ=ri ः= ़=`);
const THAI = table(`
  ก=k ข=k ค=k ฆ=k ง=ng จ=ch ฉ=ch ช=ch ซ=s ฌ=ch ญ=y ฎ=d ฏ=t ฐ=t ฑ=t ฒ=t ณ=n ด=d ต=t ถ=t ท=t ธ=t น=n บ=b ป=p ผ=p ฝ=f พ=p ฟ=f ภ=p ม=m ย=y ร=r
  ล=l ว=v ศ=s ษ=s ส=s ห=h ฬ=l อ=o ฮ=h ะ=a ั=a า=a ำ=am ิ=i ี=i ึ=u ื=u ุ=u ู=u เ=e แ=e โ=o ใ=a ไ=a`);
const KATAKANA = table(`
  ァ=a ア=a ィ=i イ=i ゥ=u ウ=u ェ=e エ=e ォ=o オ=o カ=ka ガ=ga キ=ki ギ=gi ク=ku グ=gu ケ=ke ゲ=ge コ=ko ゴ=go サ=sa ザ=za シ=shi ジ=ji ス=su
  ズ=zu セ=se ゼ=ze ソ=so ゾ=zo タ=ta ダ=da チ=chi ヂ=ji ツ=tsu ヅ=zu テ=te デ=de ト=to ド=do ナ=na ニ=ni ヌ=nu ネ=ne ノ=no ハ=ha バ=ba パ=pa
  ヒ=hi ビ=bi ピ=pi フ=fu ブ=bu プ=pu ヘ=he ベ=be ペ=pe ホ=ho ボ=bo ポ=po マ=ma ミ=mi ム=mu メ=me モ=mo ャ=a ヤ=ya ュ=u ユ=yu ョ=o ヨ=yo
  ラ=ra リ=ri ル=ru レ=re ロ=ro ワ=wa ヮ=a ヲ=o ン=n ヴ=vu ッ= ー= ・=`);
const HANGUL_INITIALS = 'g kk n d tt r m b pp s ss _ j jj ch k t p h'.split(' ');
const HANGUL_VOWELS = 'a e ya ye eo e yeo ye o wa we we yo u wo we wi yu eu eui i'.split(' ');
const HANGUL_FINALS = '_ k k k n n n t l k m l l l p l m p p t t ng t t k t p h'.split(' ');

const SCRIPTS: readonly { is: RegExp; letters: ReadonlyMap<string, string>; isEastern: boolean }[] = [
  { is: /\p{sc=Cyrillic}/u, letters: CYRILLIC, isEastern: false },
  { is: /\p{sc=Arabic}/u, letters: ARABIC, isEastern: false },
  { is: /\p{sc=Devanagari}/u, letters: DEVANAGARI, isEastern: false },
  { is: /\p{sc=Greek}/u, letters: GREEK, isEastern: false },
  { is: /\p{sc=Katakana}/u, letters: KATAKANA, isEastern: true },
  { is: /\p{sc=Thai}/u, letters: THAI, isEastern: true },
];

/** Writes a word of another script in Latin letters; null if it is not in one of the scripts. Digits stay. */
export function romanized(word: string): Sound | null {
  const text = word.normalize('NFC').toLowerCase();
  if (/\p{sc=Hangul}/u.test(text)) return { latin: [...text].map(romanizedHangul).join(''), isEastern: true };
  const script = SCRIPTS.find(({ is }) => is.test(text));
  if (!script) return null;
  const plain =
    script.letters === DEVANAGARI ? text.normalize('NFD') : script.letters === GREEK ? unaccented(text) : text;
  const latin = [...plain]
    .map((letter) => script.letters.get(letter) ?? (/[a-z\d]/.test(letter) ? letter : ''))
    .join('');
  return {
    latin: script.letters === KATAKANA ? latin.replace(/[aiueo](?=[aiueo])/g, '') : latin,
    isEastern: script.isEastern,
  };
}

const unaccented = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

function romanizedHangul(letter: string): string {
  const code = letter.charCodeAt(0) - 0xac00;
  if (code < 0 || code >= 11_172) return /[a-z\d]/.test(letter) ? letter : '';
  const initial = HANGUL_INITIALS[Math.floor(code / 588)] ?? '';
  const vowel = HANGUL_VOWELS[Math.floor((code % 588) / 28)] ?? '';
  const final = HANGUL_FINALS[code % 28] ?? '';
  // The vowel eu is added between consonants: 그 is g.
  return `${initial}${vowel === 'eu' ? '' : vowel.replace('eo', 'o')}${final}`.replaceAll('_', '');
}

/** Cyrillic letters that look like Latin ones, as people type codes of models: Х5, СХ-5, Н6. */
const LOOKALIKES = table('а=a в=b с=c е=e н=h к=k м=m о=o р=p т=t у=y х=x і=i ѕ=s ј=j з=3');

/** Returns a code of letters and digits with Latin letters that look the same; null if it is none. */
export function lookalike(key: string): string | null {
  if (!/^(?=.*\p{sc=Cyrillic})[\p{sc=Cyrillic}a-z\d]{1,8}$/iu.test(key)) return null;
  const letters = [...key.toLowerCase()].map((letter) => LOOKALIKES.get(letter) ?? letter);
  return letters.every((letter) => /[a-z\d]/.test(letter)) ? letters.join('') : null;
}

/** How letters of the Latin alphabet are called. */
const LETTER_NAMES = table(`
  эй=a би=bp си=c ди=d эф=f джи=gj эйч=h ай=i джей=j кей=k эль=l эл=l эм=m эн=n пи=p кью=q ку=q эр=r ар=r эс=s ти=t ю=u ви=v вэ=v икс=x уай=y зет=z зед=z
  ايه=a اي=aei بي=bp سي=c دي=d اف=f جي=gj اتش=h كي=k كيه=k ال=l ام=m ان=n او=o كيو=q ار=r اس=s تي=t يو=u في=v دبليو=w اكس=x واي=y زد=z
  ए=a बी=b सी=c डी=d ई=e एफ=f जी=g एच=h आई=i जे=j के=k एल=l एम=m एन=n ओ=o पी=p क्यू=q आर=r एस=s टी=t यू=u वी=v डब्ल्यू=w एक्स=x वाई=y जेड=z
  エー=a ビー=b シー=c ディー=d イー=e エフ=f ジー=g エイチ=h アイ=i ジェイ=j ケー=k エル=l エム=m エヌ=n オー=o ピー=p キュー=q アール=r エス=s ティー=t
  ユー=u ブイ=v エックス=x ワイ=y ゼット=z`);
const MAX_SPELLINGS = 12;

/** Returns what a sequence of names of letters and numbers may spell: 'икс 5' is x5, 'سي ار في' is crv. Empty if a word is neither. */
export function spelled(text: string): string[] {
  const units = text.toLowerCase().match(/\d+|[^\d\s-]+/gu) ?? [];
  if (units.length < 2 || !units.some((unit) => /\D/.test(unit))) return [];
  let spellings = [''];
  for (const unit of units) {
    const letters = /^\d+$/.test(unit) ? [unit] : [...(LETTER_NAMES.get(unit.replace(/[إأآ]/g, 'ا')) ?? '')];
    spellings = spellings.flatMap((before) => letters.map((letter) => before + letter)).slice(0, MAX_SPELLINGS);
  }
  return spellings;
}
