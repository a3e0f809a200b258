/** A position in the write-ahead log (WAL) of PostgreSQL, in bytes. */
export type Lsn = bigint;

/** Of every cluster that `initdb` creates without another size. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

/** Reads the text form of PostgreSQL, such as `1A/2B3C4D5E`. */
export function lsnOf(text: string): Lsn {
  const [high, low] = text.split('/');
  if (!/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(text)) throw new Error(`not a WAL position: ${text}`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const textOf = (lsn: Lsn) => `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();

export const segmentStart = (lsn: Lsn): Lsn => lsn - (lsn % SEGMENT_BYTES);

/** Name of the file in pg_wal that has a position. */
export function segmentName(timeline: number, lsn: Lsn): string {
  const hex = (part: bigint) => part.toString(16).padStart(8, '0').toUpperCase();
  return hex(BigInt(timeline)) + hex(lsn >> 32n) + hex((lsn & 0xffffffffn) / SEGMENT_BYTES);
}

/** Position of the first byte of a segment. */
export function startOfSegment(name: string): Lsn {
  return (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16, 24)}`) * SEGMENT_BYTES;
}
