import { printedForm } from '#lib/printing/printable-text.ts';

/** A piece of a line in one font. Runs are in visual order, from left to right. */
export type TextRun = { text: string; font: string };

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Invisible characters, and those that change the direction of the rest of the line. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]/g;
/** Letters of right-to-left scripts, without the Arabic digits, which are read from left to right. */
const RTL = '\\u0590-\\u065f\\u066a-\\u06ef\\u06fa-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc';
/** A right-to-left sequence: from its first letter to its last letter or digit. */
const RTL_SEQUENCE = new RegExp(`[${RTL}](?:[^\\p{L}]*[${RTL}\\p{M}\\p{Nd}])*`, 'gu');
/** Pieces of a sequence. A phone number or a number of an account, with its groups, is one piece, which is read from left to right. */
const PIECES = new RegExp(
  `[${RTL}\\p{M}]+(?:[^\\p{L}\\p{N}]+[${RTL}\\p{M}]+)*|\\+?\\p{Nd}+(?:[.,:/+ -]\\p{Nd}+)*|[^${RTL}\\p{Nd}]`,
  'gu',
);
const STARTS_WITH_DIGIT = /^\+?\p{Nd}/u;
/** fontkit would draw several in one run from right to left. */
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/;
const STAYS_WITH_FONT = /^(?:\p{M}|\p{Zs}|\u200c|\u200d)+$/u;
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

const MIRRORED: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };
const BRACKET = /[()[\]«»]/g;
/** Brackets point the other way in right-to-left text, and fonts have no other shape for them. */
const mirrored = (text: string) => text.replace(BRACKET, (bracket) => MIRRORED[bracket] ?? bracket);

/** Returns the bracket after a right-to-left sequence that closes one of the sequence; otherwise nothing. */
function closingAfter(sequence: string, next: string | undefined): string {
  const opening = MIRRORED[next ?? ''];
  if (next === undefined || opening === undefined) return '';
  const count = (bracket: string) => sequence.split(bracket).length - 1;
  return count(opening) > count(next) ? next : '';
}

/** Prepares text for one line: well-formed, without line breaks and invisible characters. */
export function drawable(text: string): string {
  return printedForm(text.toWellFormed()).replace(CONTROLS, ' ').replace(INVISIBLE, '');
}

/** Splits a line into runs in visual order. `fontFor` returns the font of a character. */
export function textRuns(line: string, fontFor: (character: string) => string): TextRun[] {
  const runs: TextRun[] = [];
  let end = 0;
  for (const { 0: sequence, index } of line.matchAll(RTL_SEQUENCE)) {
    runs.push(...byFont(line.slice(end, index), fontFor));
    const whole = sequence + closingAfter(sequence, line[index + sequence.length]);
    const pieces = whole.match(PIECES) ?? [];
    for (const piece of pieces.reverse()) {
      if (STARTS_WITH_DIGIT.test(piece)) runs.push(...byFont(piece, fontFor));
      else runs.push(...byFont(mirrored(piece), fontFor).reverse());
    }
    end = index + whole.length;
  }
  runs.push(...byFont(line.slice(end), fontFor));
  return runs;
}

function byFont(text: string, fontFor: (character: string) => string): TextRun[] {
  const runs: TextRun[] = [];
  for (const [character] of text.matchAll(CHARACTER)) {
    const last = runs.at(-1);
    const font = last && STAYS_WITH_FONT.test(character) ? last.font : fontFor(character);
    if (last?.font === font && !ARABIC_DIGIT.test(character)) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}

const BREAKS_ANYWHERE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const PIECE = new RegExp(`[${BREAKS_ANYWHERE}]\\p{P}*|[^\\s${BREAKS_ANYWHERE}]+|\\s+`, 'gu');

/** Wraps text to a width. Text beyond `maxLines` is truncated with an ellipsis. */
export function wrapText(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  maxLines = Infinity,
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
    while (widthOf(line) > width && lines.length <= maxLines) {
      const fits = longestStart(line, width, widthOf);
      lines.push(fits);
      line = line.slice(fits.length);
    }
    if (lines.length > maxLines) break;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= maxLines) return lines;
  const last = `${lines[maxLines - 1]} ${lines[maxLines]}`;
  return [...lines.slice(0, maxLines - 1), `${longestStart(last, width - widthOf('…'), widthOf).trimEnd()}…`];
}

/** Returns as many characters as fit, but at least one. */
function longestStart(text: string, width: number, widthOf: (text: string) => number): string {
  const ends = [...text.matchAll(CHARACTER)].map(({ 0: character, index }) => index + character.length);
  let [min, max] = [1, ends.length];
  while (min < max) {
    const middle = Math.ceil((min + max) / 2);
    if (widthOf(text.slice(0, ends[middle - 1])) <= width) min = middle;
    else max = middle - 1;
  }
  return text.slice(0, ends[min - 1]);
}
