import { CODE_ALPHABET } from './document.ts';

/** Base64url without padding, in browsers and on the server. */
function toBase64url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Returns null for anything but base64url. */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The last line of a PDF: a comment behind its end that signs the SHA-256 of all bytes before it. */

const DOMAIN = 'carquay file v1\n';
const LINE = new RegExp(`^%CQ1 code=([${CODE_ALPHABET}]{10}) kid=([\\w-]{8}) sig=([\\w-]{86})\\n$`);
/** Bytes of the line. */
export const TRAILER_LENGTH = '%CQ1 code= kid= sig=\n'.length + 10 + 8 + 86;

type FileTrailer = { code: string; kid: string; signature: Uint8Array<ArrayBuffer> };

export function trailerLine({ code, kid, signature }: { code: string; kid: string; signature: Uint8Array }): string {
  return `%CQ1 code=${code} kid=${kid} sig=${toBase64url(signature)}\n`;
}

/** Reads the last line of a file; null if it is no signature. */
export function readTrailer(bytes: Uint8Array): FileTrailer | null {
  const line = Array.from(bytes.subarray(-TRAILER_LENGTH), (byte) => String.fromCharCode(byte)).join('');
  const [, code, kid, text = ''] = LINE.exec(line) ?? [];
  const signature = fromBase64url(text);
  // Base64url can spell a signature in several ways; only the canonical one is accepted.
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

export type QrPayload = { signed: string; signature: Uint8Array<ArrayBuffer> };

/** The fragment of the address in the QR code. Browsers send fragments to no server. */
export function toFragment(signed: string, signature: Uint8Array): string {
  return `${toBase64url(new TextEncoder().encode(signed))}.${toBase64url(signature)}`;
}

/** Returns null if a fragment is no payload. */
export function readFragment(fragment: string): QrPayload | null {
  const [text = '', end = '', ...rest] = fragment.replace(/^#/, '').split('.');
  const [bytes, signature] = [fromBase64url(text), fromBase64url(end)];
  if (!bytes?.length || signature?.length !== 64 || rest.length > 0) return null;
  try {
    return { signed: new TextDecoder('utf-8', { fatal: true }).decode(bytes), signature };
  } catch {
    return null;
  }
}
