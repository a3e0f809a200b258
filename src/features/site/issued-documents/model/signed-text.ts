/**
 * The signed text of a document, which its QR code holds: a JSON array of short figures. Ed25519 signs it with a domain in front, so that
 * no other signature of the key can be mistaken for one.
 */
import type { DocumentClaims } from './verify-contract.ts';

const FORMAT = 1;
const DOMAIN = 'carquay document v1\n';
/** Longer names are cut to keep the QR code readable by poor cameras. */
const MAX_NAME = 32;

/** What a scanned code says without asking the server. */
export type SignedFigures = Pick<
  DocumentClaims,
  | 'number'
  | 'issued_on'
  | 'issuer'
  | 'currency'
  | 'total_cents'
  | 'paid_cents'
  | 'bank_account_end'
  | 'is_demo'
  | 'reference'
> & {
  kid: string;
  /** The first car. */
  car: string;
  vinEnd: string;
  /** How many cars follow the first. */
  moreCars: number;
  party: string;
};

const cut = (text: string) => [...text].slice(0, MAX_NAME).join('');

/** @param digest SHA-256 of the whole document's claims and paper, in base64url */
export function signedText(claims: DocumentClaims, kid: string, digest: string): string {
  const [car] = claims.cars;
  return JSON.stringify([
    FORMAT,
    kid,
    claims.number,
    claims.issued_on,
    cut(claims.issuer),
    claims.currency,
    claims.total_cents,
    claims.paid_cents,
    cut(car?.name ?? ''),
    car?.vin_end ?? '',
    Math.max(0, claims.cars.length - 1),
    cut(claims.party?.name ?? ''),
    claims.bank_account_end,
    claims.is_demo ? 1 : 0,
    ...(claims.reference === undefined ? [] : [claims.reference]),
    digest,
  ]);
}

/** The bytes that the key signs. */
export function bytesToSign(signed: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(DOMAIN + signed);
}

/** Returns null for a text of another format. The caller checks the signature. */
export function figuresOf(signed: string): SignedFigures | null {
  try {
    const parts: unknown = JSON.parse(signed);
    if (!Array.isArray(parts) || parts[0] !== FORMAT || (parts.length !== 15 && parts.length !== 16)) return null;
    const [, kid, number, issuedOn, issuer, currency, total, paid, car, vinEnd, moreCars, party, bankEnd, demo] = parts;
    const reference: unknown = parts.length === 16 ? parts[14] : undefined;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    const amount = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
    return {
      kid: text(kid),
      number: text(number),
      issued_on: text(issuedOn),
      issuer: text(issuer),
      currency: text(currency),
      total_cents: amount(total),
      paid_cents: amount(paid),
      car: text(car),
      vinEnd: text(vinEnd),
      moreCars: amount(moreCars) ?? 0,
      party: text(party),
      bank_account_end: typeof bankEnd === 'string' ? bankEnd : null,
      is_demo: demo === 1,
      ...(typeof reference === 'string' && { reference }),
    };
  } catch {
    return null;
  }
}
