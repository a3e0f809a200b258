import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';

type ArchiveProblem = 'damaged' | 'tooLarge' | 'encrypted' | 'entities';
/** An archive that cannot be read, or would grow beyond the limits. */
export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;
  constructor(problem: ArchiveProblem, cause?: unknown) {
    super(`archive refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

type Entry = { method: number; packed: Uint8Array; crc: number };

const MAX_RATIO = 100;
/** Of all parts together. The content of an ODS is read twice. */
const MAX_UNPACKED = 400 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** Small entries of repeated text may be packed tighter than the limit. */
const FREE_BYTES = 1024 * 1024;
/** Bytes that are unpacked in one step, so an entry never grows far beyond the limit before it is refused. */
const STEP_BYTES = 16 * 1024;

/** The parts of a workbook, which is a ZIP. They are unpacked piece by piece, so none is ever in memory as a whole. */
export class Archive {
  readonly #entries: Map<string, Entry>;
  #left = MAX_UNPACKED;

  /** Throws `ArchiveError` if the directory is damaged, has more than 2,000 entries, or one of them is encrypted. */
  constructor(bytes: Buffer) {
    this.#entries = directoryOf(bytes);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /**
   * Unpacks a part and passes its pieces to `take` until that returns false. Throws `ArchiveError` beyond 100 times the size of the
   * part, beyond 400 MB of all parts, and if the content does not have the checksum of the directory.
   */
  unpack(name: string, take: (piece: Uint8Array) => boolean): void {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) throw new ArchiveError('damaged');
    let most = Math.max(FREE_BYTES, entry.packed.length * MAX_RATIO);
    let sum = 0;
    let isWanted = true;
    const receive = (piece: Uint8Array) => {
      most -= piece.length;
      this.#left -= piece.length;
      if (most < 0 || this.#left < 0) throw new ArchiveError('tooLarge');
      sum = crc32(piece, sum);
      isWanted &&= take(piece);
    };
    for (const piece of piecesOf(entry, receive)) {
      piece();
      if (!isWanted) return;
    }
    if (sum !== entry.crc) throw new ArchiveError('damaged');
  }
}

/** Names are compared without case and leading slash, because some programs write them differently in the parts that point to them. */
const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** The steps of unpacking. Each passes its output to `receive`. */
function* piecesOf({ method, packed }: Entry, receive: (piece: Uint8Array) => void): Generator<() => void> {
  if (method !== 0 && method !== 8) throw new ArchiveError('damaged');
  const inflate = method === 8 ? new Inflate(receive) : null;
  for (let at = 0; at < packed.length || at === 0; at += STEP_BYTES) {
    const input = packed.subarray(at, at + STEP_BYTES);
    const isLast = at + STEP_BYTES >= packed.length;
    yield () => {
      if (!inflate) return receive(input);
      try {
        inflate.push(input, isLast);
      } catch (error) {
        // fflate throws errors with a number as code; others come from `receive`.
        throw typeof (error as { code?: unknown }).code === 'number' ? new ArchiveError('damaged', error) : error;
      }
    };
  }
}

/** Returns the entries by the directory at the end, which programs that write archives agree on. */
function directoryOf(bytes: Buffer): Map<string, Entry> {
  try {
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0) throw new ArchiveError('damaged');
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw new ArchiveError('tooLarge');
    let at = bytes.readUInt32LE(end + 16);
    const entries = new Map<string, Entry>();
    for (let each = 0; each < count; each++) {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new ArchiveError('damaged');
      if (bytes.readUInt16LE(at + 8) & 1) throw new ArchiveError('encrypted');
      const method = bytes.readUInt16LE(at + 10);
      const crc = bytes.readUInt32LE(at + 16);
      const packedSize = bytes.readUInt32LE(at + 20);
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      const local = bytes.readUInt32LE(at + 42);
      if (bytes.readUInt32LE(local) !== 0x04034b50) throw new ArchiveError('damaged');
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      if (start + packedSize > bytes.length) throw new ArchiveError('damaged');
      if (entries.has(keyOf(name))) throw new ArchiveError('damaged');
      entries.set(keyOf(name), { method, packed: bytes.subarray(start, start + packedSize), crc });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return entries;
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', error);
  }
}
