import { latinDigit } from '#lib/phones/phone-digits.ts';

/** Letters of other scripts that look like Latin ones, in pairs. */
const LOOK_ALIKES = 'АAВBСCЕEНHІIЈJКKМMОOРPЅSТTХXУYаaсcеeіiјjоoрpѕsхxуyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvіiӏl';
const LATIN = new Map(
  Array.from({ length: LOOK_ALIKES.length / 2 }, (_, at) => [LOOK_ALIKES[at * 2], LOOK_ALIKES[at * 2 + 1]]),
);
/** Invisible characters, the joiner of graphemes and variation selectors. */
const INVISIBLE = /\p{Cf}|\u034f|\p{Variation_Selector}/gu;

/** The digits 0 to 9 as words. */
const SPELLED = [
  'zero one two three four five six seven eight nine',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zéro un deux trois quatre cinq six sept huit neuf',
  'zero um dois três quatro cinco seis sete oito nove',
  'ноль один два три четыре пять шесть семь восемь девять',
  'sifuri moja mbili tatu nne tano sita saba nane tisa',
];
const DIGIT_OF = new Map(SPELLED.flatMap((words) => words.split(' ').map((word, at) => [word, String(at)] as const)));
DIGIT_OF.set('oh', '0');
const DIGIT_WORD = [...DIGIT_OF.keys()].sort((one, other) => other.length - one.length).join('|');
/** At least six words, because fewer are ordinary speech. */
const SPELLED_NUMBER = new RegExp(`(?<!\\p{L})(?:${DIGIT_WORD})(?:[\\s,.-]+(?:${DIGIT_WORD})){5,}(?!\\p{L})`, 'giu');
const CHINESE = '〇一二三四五六七八九';
const CHINESE_NUMBER = /[〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖]{6,}/g;
const CHINESE_FORMAL = '零壹贰叁肆伍陆柒捌玖';

const chineseDigit = (digit: string) => Math.max(CHINESE.indexOf(digit), CHINESE_FORMAL.indexOf(digit));

/** Undoes what hides numbers: full-width and foreign digits, invisible characters, and digits as words. */
export function foldDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/(?![0-9])\p{Nd}/gu, latinDigit)
    .replace(SPELLED_NUMBER, (words) =>
      words.replace(/[\p{L}]+/gu, (word) => DIGIT_OF.get(word.toLowerCase()) ?? word).replace(/[\s,.-]+/g, ''),
    )
    .replace(CHINESE_NUMBER, (digits) => Array.from(digits, chineseDigit).join(''));
}

/** Replaces letters that look like Latin ones, in words that also have Latin letters or digits. */
export function foldLetters(text: string): string {
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    /[A-Za-z0-9]/.test(word) ? word.replace(/\P{ASCII}/gu, (letter) => LATIN.get(letter) ?? letter) : word,
  );
}

const CYRILLIC = new Map(
  [...LATIN].filter(([letter = '']) => /\p{Script=Cyrillic}/u.test(letter)).map(([letter, latin]) => [latin, letter]),
);

/** Replaces Latin letters that look like Cyrillic ones, in words that have Cyrillic letters. */
export function foldCyrillic(text: string): string {
  return text.replace(/\p{L}+/gu, (word) =>
    /\p{Script=Cyrillic}/u.test(word) ? word.replace(/[A-Za-z]/g, (letter) => CYRILLIC.get(letter) ?? letter) : word,
  );
}
