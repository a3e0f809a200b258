/** What a file is by its content. Names and media types are not trusted. */
export type SourceKind =
  | 'text'
  | 'xlsx'
  | 'xls'
  | 'ods'
  | 'xlsb'
  | 'xml'
  | 'html'
  | 'mt940'
  | 'ofx'
  | 'pdf'
  | 'zip'
  | 'archive'
  | 'picture'
  | 'encrypted'
  | 'document'
  | 'binary'
  | 'empty';

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const BEGINNINGS: { kind: SourceKind; bytes: number[] }[] = [
  { kind: 'pdf', bytes: ascii('%PDF') },
  { kind: 'archive', bytes: ascii('Rar!') },
  { kind: 'archive', bytes: [0x1f, 0x8b] },
  { kind: 'archive', bytes: [0x37, 0x7a, 0xbc, 0xaf] },
  { kind: 'archive', bytes: ascii('BZh') },
  { kind: 'archive', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { kind: 'picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { kind: 'picture', bytes: [0xff, 0xd8, 0xff] },
  { kind: 'picture', bytes: ascii('GIF8') },
  { kind: 'picture', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { kind: 'picture', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { kind: 'document', bytes: ascii('{\\rtf') },
];
const startsWith = (bytes: Uint8Array, beginning: number[]) => beginning.every((byte, at) => bytes[at] === byte);

const latin = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '');

/** Names the kind of a file. The entry names tell the kind of a ZIP archive. */
export function sourceKind(bytes: Uint8Array): SourceKind {
  if (bytes.length === 0) return 'empty';
  const found = BEGINNINGS.find(({ bytes: beginning }) => startsWith(bytes, beginning));
  if (found) return found.kind;
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return zipKind(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return compoundKind(bytes);
  // BIFF2 to BIFF4, which have no container.
  if (bytes[0] === 0x09 && [0x00, 0x02, 0x04].includes(bytes[1] ?? -1) && bytes[2] === 0x06) return 'xls';
  return textKind(bytes);
}

/** Names of entries are in the directory at the end of an archive, and before each entry. */
function zipKind(bytes: Uint8Array): SourceKind {
  const names = latin(bytes.subarray(0, 2_000)) + latin(bytes.subarray(-64_000));
  if (names.includes('EncryptedPackage')) return 'encrypted';
  if (names.includes('xl/workbook.bin')) return 'xlsb';
  if (/xl\/(?:workbook|worksheets)/.test(names)) return 'xlsx';
  if (names.includes('opendocument.spreadsheet')) return 'ods';
  if (/word\/document|ppt\/presentation|opendocument\./.test(names)) return 'document';
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml')) return 'ods';
  return 'zip';
}

function compoundKind(bytes: Uint8Array): SourceKind {
  const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, Math.min(bytes.length, 4_000_000) & ~1));
  if (text.includes('EncryptedPackage')) return 'encrypted';
  if (/\bWorkbook\0|\bBook\0/.test(text)) return 'xls';
  return text.includes('WordDocument') ? 'document' : 'binary';
}

const MT940 = /^\s*(?:\{1:|:20:|:940:|\{4:)/;
const IS_MT = /:25:|:60[FM]:|:61:/;

function textKind(bytes: Uint8Array): SourceKind {
  const beginning = latin(bytes.subarray(0, 8_000)).replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  const trimmed = beginning.trimStart();
  if (/^(?:OFXHEADER|<\?OFX|<OFX>)/i.test(trimmed) || /^<\?xml[^>]*>\s*<\?OFX/i.test(trimmed)) return 'ofx';
  if (/^(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body|table|meta|div|style|script|tr)\b/i.test(trimmed))
    return 'html';
  if (/^<\?xml[\s\S]*?<html\b/i.test(trimmed)) return 'html';
  if (trimmed.startsWith('<')) return 'xml';
  if (MT940.test(beginning) && IS_MT.test(beginning)) return 'mt940';
  return looksBinary(bytes) ? 'binary' : 'text';
}

/** Whether a file has control characters that no text has. In UTF-16 every second byte may be zero. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 64_000);
  const zeros = [0, 0];
  let controls = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2]!++;
    else if (byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte)) controls++;
  }
  const [even = 0, odd = 0] = zeros;
  const marked = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  if (marked) return false;
  const isWide = Math.max(even, odd) > sample.length * 0.1 && Math.min(even, odd) <= sample.length * 0.02;
  return isWide ? false : even + odd > 0 || controls > sample.length * 0.01;
}
