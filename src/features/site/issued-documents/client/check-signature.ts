import { VERIFICATION_CACHE } from '#features/site/issued-documents/model/key-list.ts';
import { assetsIn, cachedAt, isStorable, serviceWorkerReady } from '#lib/offline/cached-pages.ts';
import { paths } from '#paths.ts';
import { KEY_LIST_PATH, type KeyList } from '../model/key-list.ts';
import { fileBytesToSign, type QrPayload, readTrailer, TRAILER_LENGTH } from '../model/signature-encoding.ts';
import { bytesToSign, figuresOf, type SignedFigures } from '../model/signed-text.ts';

/**
 * `unchecked`: the browser cannot verify such signatures, or has no list of keys. `unknown_key`: the list has no such key, because it is old
 * or the document is not ours.
 */
type SignatureCheck = 'valid' | 'invalid' | 'unknown_key' | 'key_compromised' | 'unchecked';

export type CheckedPayload = { check: SignatureCheck; figures: SignedFigures; listAt: string | null };

/** Checks the signature of a scanned code in the browser; null if the text has another format. */
export async function checkPayload({ signed, signature }: QrPayload): Promise<CheckedPayload | null> {
  const figures = figuresOf(signed);
  if (!figures) return null;
  const keys = await knownKeys();
  const check = await checkSignature(keys, figures.kid, bytesToSign(signed), signature);
  return { check, figures, listAt: keys?.at ?? null };
}

export type CheckedBytes = { check: SignatureCheck | 'unsigned'; listAt: string | null };

/** Checks the last line of a PDF in the browser, for when the server cannot be asked. */
export async function checkBytes(bytes: Uint8Array<ArrayBuffer>): Promise<CheckedBytes> {
  const trailer = readTrailer(bytes);
  if (!trailer) return { check: 'unsigned', listAt: null };
  const keys = await knownKeys();
  const listAt = keys?.at ?? null;
  const hash = await sha256(bytes.subarray(0, -TRAILER_LENGTH)).catch(() => null);
  if (hash === null) return { check: 'unchecked', listAt };
  return { check: await checkSignature(keys, trailer.kid, fileBytesToSign(trailer, hash), trailer.signature), listAt };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function checkSignature(
  keys: KnownKeys | null,
  kid: string,
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<SignatureCheck> {
  if (!keys) return 'unchecked';
  const entry = keys.list.keys.find((key) => key.kid === kid);
  if (!entry) return 'unknown_key';
  try {
    const { kty, crv, x } = entry;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    if (!(await crypto.subtle.verify('Ed25519', key, signature, bytes))) return 'invalid';
  } catch {
    // Browsers from before 2025, and pages without https.
    return 'unchecked';
  }
  return entry.state === 'compromised' ? 'key_compromised' : 'valid';
}

type KnownKeys = {
  list: KeyList;
  /** When the server sent the list, ISO 8601. */
  at: string;
};

/** Returns the list of keys from the server, or else the one that this browser has stored; null without both. */
async function knownKeys(): Promise<KnownKeys | null> {
  const response = (await fetch(KEY_LIST_PATH).catch(() => null)) ?? (await storedKeys());
  return response?.ok ? { list: await response.json(), at: cachedAt(response) } : null;
}

async function storedKeys(): Promise<Response | undefined> {
  return 'caches' in globalThis ? caches.match(KEY_LIST_PATH, { cacheName: VERIFICATION_CACHE }) : undefined;
}

/** Stores the page and the list of keys once a service worker can show them without a connection. */
export async function storeVerification(): Promise<void> {
  await serviceWorkerReady();
  const cache = await caches.open(VERIFICATION_CACHE);
  const [page, keys] = await Promise.all([fetch(paths.verify), fetch(KEY_LIST_PATH)]);
  if (!isStorable(page) || !keys.ok) return;
  // The service worker stores the files of the build on their first fetch.
  await Promise.all(assetsIn(await page.clone().text()).map((file) => fetch(file)));
  await cache.put(paths.verify, page);
  await cache.put(KEY_LIST_PATH, keys);
}
