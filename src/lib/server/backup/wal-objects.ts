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

/** Archived WAL: a whole segment, or a piece of the segment that PostgreSQL was writing. */
export type WalObject = { key: string; segment: string; from: Lsn; until: Lsn };

export const WAL_FOLDER = 'wal';
const WHOLE = /^wal\/([0-9a-f]{24})\.seg$/;
const PIECE = /^wal\/([0-9a-f]{24})-([0-9a-f]{8})-([0-9a-f]{8})\.part$/;

export const wholeKey = (segment: string) => `${WAL_FOLDER}/${segment.toLowerCase()}.seg`;

/** The name contains where the piece begins and ends in its segment. */
export function pieceKey(timeline: number, from: Lsn, until: Lsn): string {
  const segment = segmentName(timeline, from).toLowerCase();
  const hex = (at: Lsn) => (at - startOfSegment(segment)).toString(16).padStart(8, '0');
  return `${WAL_FOLDER}/${segment}-${hex(from)}-${hex(until)}.part`;
}

/** Reads a name; null if it is none of archived WAL. */
export function walObject(key: string): WalObject | null {
  const whole = WHOLE.exec(key)?.[1]?.toUpperCase();
  if (whole) return { key, segment: whole, from: startOfSegment(whole), until: startOfSegment(whole) + SEGMENT_BYTES };
  const [, piece = '', from = '', until = ''] = PIECE.exec(key) ?? [];
  if (piece === '') return null;
  const start = startOfSegment(piece);
  return { key, segment: piece.toUpperCase(), from: start + BigInt(`0x${from}`), until: start + BigInt(`0x${until}`) };
}

/**
 * Returns the objects that follow each other without a gap from a position on, in order. A whole segment is preferred to its pieces.
 */
export function contiguousFrom(objects: WalObject[], start: Lsn): WalObject[] {
  const starting = Map.groupBy(objects, ({ from }) => from);
  const chain: WalObject[] = [];
  for (let at = start; ; ) {
    const next = (starting.get(at) ?? []).toSorted((a, b) => Number(b.until - a.until))[0];
    if (!next || next.until <= at) return chain;
    chain.push(next);
    at = next.until;
  }
}
