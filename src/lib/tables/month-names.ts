/** The names of months that statements and stock lists write, in ten languages: full names and what they are cut to. */
const NAMES = {
  en: 'january february march april may june july august september october november december',
  de: 'januar februar märz april mai juni juli august september oktober november dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  ruNominative: 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  sw: 'januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba',
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  arLevant: 'كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول',
  am: 'ጃንዩወሪ ፌብሩወሪ ማርች ኤፕሪል ሜይ ጁን ጁላይ ኦገስት ሴፕቴምበር ኦክቶበር ኖቬምበር ዲሴምበር',
  tr: 'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
} as const;
/** Short forms that are no beginning of a name with at least three letters. */
const SHORT: Record<string, number> = {
  sept: 9,
  setiembre: 9,
  'sept.': 9,
  mrz: 3,
  maerz: 3,
  ago: 8,
  ene: 1,
  fév: 2,
  fev: 2,
  aoû: 8,
  aou: 8,
  abr: 4,
  dez: 12,
  dic: 12,
  okt: 10,
  mai: 5,
  out: 10,
  апр: 4,
  سبتمبر: 9,
};

const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('_', ' ')
    .toLowerCase();

const MONTHS = new Map<string, Set<number>>();
const put = (name: string, month: number) => {
  const months = MONTHS.get(folded(name)) ?? new Set<number>();
  MONTHS.set(folded(name), months.add(month));
};
for (const names of Object.values(NAMES)) {
  for (const [at, name] of names.split(' ').entries()) {
    const letters = [...name];
    for (let length = 3; length <= letters.length; length++) put(letters.slice(0, length).join(''), at + 1);
    if (letters.length < 3) put(name, at + 1);
  }
}
for (const [name, month] of Object.entries(SHORT)) put(name, month);

/** Returns the month, 1 to 12, that a word names. Null if it names none, or different ones in different languages. */
export function monthOf(word: string): number | null {
  const found = MONTHS.get(folded(word.replace(/\.$/, '')));
  return found?.size === 1 ? ([...found][0] ?? null) : null;
}
