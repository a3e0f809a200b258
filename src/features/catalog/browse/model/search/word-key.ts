/**
 * Normalizes a word of a search for comparison, as `nameKey` does for names, and tolerates how scripts are typed: Arabic
 * letters that look alike are one, and Hindi vowel signs count, because they distinguish words.
 */
export function wordKey(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[[\p{Mark}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]]\u093C]+/gv, '')
    .replace(/ة/g, 'ه')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/[^\p{Letter}\p{Number}\p{Mark}]+|ـ/gu, '')
    .normalize('NFC');
}
