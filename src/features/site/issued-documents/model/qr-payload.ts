import { fromBase64url, toBase64url } from './base64url.ts';

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
