/** Address of the public keys that sign documents, as a JSON Web Key Set (RFC 7517). */
export const KEY_LIST_PATH = '/.well-known/carquay-keys.json';

const KEY_STATES = ['next', 'current', 'retired', 'compromised'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export type PublicKeyEntry = {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  /** The key, base64url. */
  x: string;
  /** Documents signed with a compromised key are valid only if the server says so. */
  state: KeyState;
  /** Seconds since 1970: since when the key may sign, and until when it did. */
  nbf?: number;
  exp?: number;
};

export type KeyList = { keys: PublicKeyEntry[] };

/** Name of the browser cache with the page that verifies scanned documents and the list of keys, for use without a connection. */
export const VERIFICATION_CACHE = 'document-verification';
