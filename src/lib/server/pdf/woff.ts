import { inflateSync } from 'node:zlib';

const WOFF = 0x774f4646;
const HEADER = { woff: 44, woffEntry: 20, sfnt: 12, sfntEntry: 16 };

/** The TrueType font that a WOFF file (version 1) holds. A font that is unpacked once is read many times quicker. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('not a WOFF font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => tableAt(woff, HEADER.woff + at * HEADER.woffEntry));
  const head = directoryStart(woff.subarray(4, 8), count);
  const parts = [head];
  let offset = head.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    const entry = HEADER.sfnt + at * HEADER.sfntEntry;
    tag.copy(head, entry);
    head.writeUInt32BE(checksum, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padding = (4 - (data.length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  }
  return Buffer.concat(parts);
}

function tableAt(woff: Buffer, entry: number) {
  const offset = woff.readUInt32BE(entry + 4);
  const packed = woff.readUInt32BE(entry + 8);
  const bytes = woff.subarray(offset, offset + packed);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    data: packed < woff.readUInt32BE(entry + 12) ? inflateSync(bytes) : bytes,
  };
}

/** The head of a TrueType file, with room for its directory. The numbers serve a binary search in it. */
function directoryStart(flavour: Buffer, count: number): Buffer {
  const head = Buffer.alloc(HEADER.sfnt + count * HEADER.sfntEntry);
  const exponent = Math.floor(Math.log2(count));
  flavour.copy(head, 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** exponent * HEADER.sfntEntry, 6);
  head.writeUInt16BE(exponent, 8);
  head.writeUInt16BE((count - 2 ** exponent) * HEADER.sfntEntry, 10);
  return head;
}
