type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp';

/** So many bytes at the start of a file tell what it is. */
export const SIGNATURE_BYTES = 16;

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, place) => bytes[at + place] === letter.charCodeAt(0));

/** What kind of picture a file is, by its first bytes and never by its name; null for anything else. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return null;
}

/** The canvas that a GIF claims; its first frame may be smaller. */
export function gifCanvasPixels(bytes: Uint8Array): number {
  const sideAt = (at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  return sideAt(6) * sideAt(8);
}

export function isPdf(bytes: Uint8Array): boolean {
  return startsWith(bytes, '%PDF-');
}
