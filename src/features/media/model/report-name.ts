const MAX_LENGTH = 120;
/** Control characters, and those that turn the direction of what follows. */
const TREACHEROUS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What a file is called on the screen, of the name that its sender gave it: the last piece of a path, on one line. */
export function displayFileName(filename: string | undefined): string {
  const piece = (filename ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = piece.replace(TREACHEROUS, '').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, MAX_LENGTH).join('') || 'report';
}
