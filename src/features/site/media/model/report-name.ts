const MAX_LENGTH = 120;
/** Control characters and marks that change the text direction. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a safe display name: the last path segment on one line, at most 120 characters. */
export function displayFileName(filename: string | undefined): string {
  const segment = (filename ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = segment.replace(UNSAFE, '').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, MAX_LENGTH).join('') || 'report';
}
