/** A piece of a line that one font draws, in the order in which pieces stand on paper, from left to right. */
export type TextRun = { text: string; font: string };

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** They would turn the rest of a line around, or are not seen at all. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]/g;
const RTL = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
/** From the first letter of a right-to-left script to the last before a letter of another one: numbers between them belong to it. */
const TURNED = new RegExp(`[${RTL}](?:[^\\p{L}]*[${RTL}\\p{M}])*`, 'gu');
const WORD_OR_BETWEEN = new RegExp(`[${RTL}\\p{M}]+(?:[^\\p{L}\\p{N}]+[${RTL}\\p{M}]+)*|[^${RTL}]+`, 'gu');
const STAYS_WITH_FONT = /^(?:\p{M}|\p{Zs}|\u200c|\u200d)+$/u;
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Text as it can be drawn on one line: whole characters, no line breaks, nothing that acts unseen. */
export function drawable(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(CONTROLS, ' ').replace(INVISIBLE, '');
}

/** Splits a line into the pieces that are drawn one after another. `fontFor` tells which font has a character. */
export function textRuns(line: string, fontFor: (character: string) => string): TextRun[] {
  const runs: TextRun[] = [];
  let end = 0;
  for (const { 0: turned, index } of line.matchAll(TURNED)) {
    runs.push(...byFont(line.slice(end, index), fontFor));
    const pieces = turned.match(WORD_OR_BETWEEN) ?? [];
    for (const piece of pieces.reverse()) runs.push(...byFont(piece, fontFor));
    end = index + turned.length;
  }
  runs.push(...byFont(line.slice(end), fontFor));
  return runs;
}

function byFont(text: string, fontFor: (character: string) => string): TextRun[] {
  const runs: TextRun[] = [];
  for (const [character] of text.matchAll(CHARACTER)) {
    const last = runs.at(-1);
    const font = last && STAYS_WITH_FONT.test(character) ? last.font : fontFor(character);
    if (last?.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}

const BREAKS_ANYWHERE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const PIECE = new RegExp(`[${BREAKS_ANYWHERE}]\\p{P}*|[^\\s${BREAKS_ANYWHERE}]+|\\s+`, 'gu');

/** Breaks text into lines of at most that width; what is more than `mostLines` ends in an ellipsis. */
export function wrapText(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  mostLines = Infinity,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(PIECE) ?? []) {
    if (widthOf((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = piece.trimStart();
    while (widthOf(line) > width && lines.length <= mostLines) {
      const fits = longestStart(line, width, widthOf);
      lines.push(fits);
      line = line.slice(fits.length);
    }
    if (lines.length > mostLines) break;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= mostLines) return lines;
  const last = `${lines[mostLines - 1]} ${lines[mostLines]}`;
  return [...lines.slice(0, mostLines - 1), `${longestStart(last, width - widthOf('…'), widthOf).trimEnd()}…`];
}

/** The most characters that fit, but one at least. */
function longestStart(text: string, width: number, widthOf: (text: string) => number): string {
  const ends = [...text.matchAll(CHARACTER)].map(({ 0: character, index }) => index + character.length);
  let [least, most] = [1, ends.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(text.slice(0, ends[middle - 1])) <= width) least = middle;
    else most = middle - 1;
  }
  return text.slice(0, ends[least - 1]);
}
