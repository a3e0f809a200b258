import { createHash } from 'node:crypto';

type Row = Record<string, unknown>;

/** Previous digest of the first seal of a chain. */
const NOTHING = Buffer.alloc(32);

/** Computes the digest of a seal from the previous digest, the seal's own fields and its rows in order. */
export function digestOf(before: Buffer | null, seal: Row, rows: Row[]): Buffer {
  const hash = createHash('sha256').update(before ?? NOTHING);
  for (const part of [seal, ...rows]) hash.update(`${canonicalText(part)}\n`);
  return hash.digest();
}

/**
 * Returns a row as text that does not depend on the order of columns or JSON keys. Null columns are omitted, so that
 * adding a column that is null in existing rows breaks no seal.
 */
export function canonicalText(row: Row): string {
  return JSON.stringify(withSortedKeys(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))));
}

/** Sorts the keys of all objects in a JSON value. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withSortedKeys(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
