type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** Number of bytes at the start of a file that identify its type. */
export const SIGNATURE_BYTES = 16;

const startsWith = (bytes: Uint8Array, text: string, offset = 0) =>
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

/** Detects the picture format from the first bytes, never from the file name. Returns null for anything else. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'ftypavi', 4)) return 'avif';
  return null;
}

/** Photos of iPhones. We cannot decode them: the compression, HEVC, is patented, so our image library leaves it out. */
export function isHeic(bytes: Uint8Array): boolean {
  return ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].some((brand) =>
    startsWith(bytes, `ftyp${brand}`, 4),
  );
}

/** Returns the canvas size in the header of a GIF. Its first frame may be smaller. */
export function gifCanvasPixels(bytes: Uint8Array): number {
  const sideAt = (offset: number) => (bytes[offset] ?? 0) + 256 * (bytes[offset + 1] ?? 0);
  return sideAt(6) * sideAt(8);
}

export function isPdf(bytes: Uint8Array): boolean {
  return startsWith(bytes, '%PDF-');
}

const MAX_LENGTH = 120;
/** Control characters and marks that change the text direction. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a safe display name: the last path segment on one line, at most 120 characters. */
export function displayFileName(filename: string | undefined): string {
  const segment = (filename ?? '').toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = segment.replace(UNSAFE, '').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, MAX_LENGTH).join('') || 'report';
}
