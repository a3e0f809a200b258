/** The last line of a PDF: a comment behind its end that signs the SHA-256 of all bytes before it. */
import { fromBase64url, toBase64url } from './base64url.ts';
import { CODE_ALPHABET } from './document-code.ts';

const DOMAIN = 'carquay file v1\n';
const LINE = new RegExp(`^%CQ1 code=([${CODE_ALPHABET}]{10}) kid=([\\w-]{8}) sig=([\\w-]{86})\\n$`);
/** Bytes of the line. */
export const TRAILER_LENGTH = '%CQ1 code= kid= sig=\n'.length + 10 + 8 + 86;

export type FileTrailer = { code: string; kid: string; signature: Uint8Array<ArrayBuffer> };

export function trailerLine({ code, kid, signature }: { code: string; kid: string; signature: Uint8Array }): string {
  return `%CQ1 code=${code} kid=${kid} sig=${toBase64url(signature)}\n`;
}

/** Reads the last line of a file; null if it is no signature. */
export function readTrailer(bytes: Uint8Array): FileTrailer | null {
  const line = Array.from(bytes.subarray(-TRAILER_LENGTH), (byte) => String.fromCharCode(byte)).join('');
  const [, code, kid, text = ''] = LINE.exec(line) ?? [];
  const signature = fromBase64url(text);
  // A signature has several spellings in base64url, of which one counts.
  if (!code || !kid || !signature || toBase64url(signature) !== text) return null;
  return { code, kid, signature };
}

/** What the key signs. @param sha256 of the bytes before the line, in hex */
export function fileBytesToSign(
  { code, kid }: Pick<FileTrailer, 'code' | 'kid'>,
  sha256: string,
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${DOMAIN}${code}\n${kid}\n${sha256}`);
}
