import { inflateRawSync } from 'node:zlib';

type ArchiveProblem = 'damaged' | 'tooLarge' | 'encrypted' | 'entities';
/** An archive that cannot be read, or would grow beyond the limits. */
export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;
  constructor(problem: ArchiveProblem, cause?: unknown) {
    super(`archive refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

type Entry = { name: string; method: number; packed: Uint8Array; size: number };

const MAX_RATIO = 100;
const MAX_UNPACKED = 300 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** Small entries of repeated text may be packed tighter than the limit. */
const FREE_BYTES = 1024 * 1024;

/**
 * Unpacks the entries of a ZIP that `wants` and writes them into an archive without compression, so a library that reads it cannot
 * unpack more. Throws `ArchiveError` beyond 100 times the size of an entry, 300 MB, or 2,000 entries, and for a document type in an XML entry.
 */
export function unpacked(bytes: Buffer, wants: (name: string) => boolean): Buffer {
  const entries = directoryOf(bytes).filter(({ name }) => wants(name));
  let total = 0;
  const contents = entries.map((entry) => {
    const content = contentOf(entry, MAX_UNPACKED - total);
    total += content.length;
    if (/\.(?:xml|rels)$/i.test(entry.name)) checkEntities(content);
    return { name: entry.name, content: entry.name === '[Content_Types].xml' ? typesOf(content, wants) : content };
  });
  return stored(contents);
}

/** Returns the entries by the directory at the end, which programs that write archives agree on. */
function directoryOf(bytes: Buffer): Entry[] {
  try {
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0) throw new ArchiveError('damaged');
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw new ArchiveError('tooLarge');
    let at = bytes.readUInt32LE(end + 16);
    return Array.from({ length: count }, () => {
      if (bytes.readUInt32LE(at) !== 0x02014b50) throw new ArchiveError('damaged');
      if (bytes.readUInt16LE(at + 8) & 1) throw new ArchiveError('encrypted');
      const [method, packedSize, size] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 24),
      ];
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ];
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      const local = bytes.readUInt32LE(at + 42);
      if (bytes.readUInt32LE(local) !== 0x04034b50) throw new ArchiveError('damaged');
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      if (start + packedSize > bytes.length) throw new ArchiveError('damaged');
      at += 46 + nameLength + extra + comment;
      return { name, method, packed: bytes.subarray(start, start + packedSize), size };
    });
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('damaged', error);
  }
}

function contentOf({ method, packed }: Entry, left: number): Buffer {
  if (method === 0) return Buffer.from(packed);
  if (method !== 8) throw new ArchiveError('damaged');
  const most = Math.min(left, Math.max(FREE_BYTES, packed.length * MAX_RATIO));
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw new ArchiveError(
      (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'damaged',
      error,
    );
  }
}

function checkEntities(content: Buffer): void {
  const isWide = content[0] === 0xff || content[0] === 0xfe || content[1] === 0;
  const beginning = content.toString(isWide ? 'utf16le' : 'latin1', 0, 4_000);
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(beginning)) throw new ArchiveError('entities');
}

/** The list of an archive's parts without those that are left out. */
function typesOf(content: Buffer, wants: (name: string) => boolean): Buffer {
  const kept = content
    .toString()
    .replace(/<Override\b[^>]*PartName="([^"]*)"[^>]*\/>/g, (whole, name: string) => (wants(name) ? whole : ''));
  return Buffer.from(kept);
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes: Buffer) => {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

function stored(entries: { name: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, content);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, title);
    offset += 30 + title.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
