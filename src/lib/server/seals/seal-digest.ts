import { createHash } from 'node:crypto';

type Row = Record<string, unknown>;

/** The beginning of a chain, in place of a digest before it. */
const NOTHING = Buffer.alloc(32);

/** The digest of a seal: of the one before it, of what the seal says of itself, and of its rows in order. */
export function digestOf(before: Buffer | null, seal: Row, rows: Row[]): Buffer {
  const hash = createHash('sha256').update(before ?? NOTHING);
  for (const part of [seal, ...rows]) hash.update(`${canonicalText(part)}\n`);
  return hash.digest();
}

/**
 * A row as text that depends on nothing but its values: not on the order of columns or of keys in JSON. A null is left out, so that a
 * column added later, null in the rows there are, breaks no seal.
 */
export function canonicalText(row: Row): string {
  return JSON.stringify(inOrder(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, inOrder(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
