import { open, readFile, stat } from 'node:fs/promises';
import { ConfigError } from '#lib/config-error.ts';
import { findEncoding as compareEncodings } from '#lib/tables/encodings.ts';

/** The encoding of a text file and how it was determined. */
export type CsvEncoding = { name: string; known: 'declared' | 'marked' | 'proven' | 'likely' | 'workbook' };

const CHUNK_BYTES = 64 * 1024;
const MAX_COMPARED = 20 * 1024 * 1024;
const BYTE_ORDER_MARKS = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
];
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * Detects the encoding from the whole file: by its byte order mark, else as UTF-8 if all bytes are valid UTF-8, else as
 * GB18030 or Windows-1252 by the pattern of bytes above 127. Throws `ConfigError` if none fits.
 */
export async function findEncoding(path: string): Promise<CsvEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const gb18030 = new TextDecoder('gb18030', { fatal: true });
  const runs = new HighByteRuns();
  let [isUtf8, isGb18030, first] = [true, true, true];
  for await (const chunk of fileChunks(path)) {
    if (first) {
      const marked = BYTE_ORDER_MARKS.find(({ bytes }) => startsWith(chunk, bytes));
      if (marked) return { name: marked.name, known: 'marked' };
      rejectBinaryFiles(path, chunk);
      first = false;
    }
    isUtf8 &&= decodes(utf8, chunk);
    isGb18030 &&= decodes(gb18030, chunk);
    runs.count(chunk);
  }
  if (isUtf8 && decodes(utf8)) return { name: 'utf-8', known: 'proven' };
  if (await isNearlyUtf8(path)) {
    throw new ConfigError(
      `${path} is UTF-8 except for a few bytes, as if two files were joined. Save it as CSV UTF-8 again.`,
    );
  }
  if (isGb18030 && decodes(gb18030) && runs.lookChinese()) return { name: 'gb18030', known: 'likely' };
  const compared = await comparedEncoding(path);
  if (compared) return compared;
  if (runs.lookWestern()) return { name: 'windows-1252', known: 'likely' };
  throw new ConfigError(
    `${path} is not UTF-8 and its encoding could not be detected. Save it as CSV UTF-8, or add --encoding, for example --encoding windows-1251.`,
  );
}

/** The encoding that gives clearly the most readable text. Large files are recognized by their patterns only. */
async function comparedEncoding(path: string): Promise<CsvEncoding | null> {
  if ((await stat(path)).size > MAX_COMPARED) return null;
  const found = compareEncodings(await readFile(path));
  return found?.certainty === 'likely' ? { name: found.name, known: 'likely' } : null;
}

export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`The file ${path} cannot be opened: ${error.code ?? error.message}.`, error);
  });
  yield* file.createReadStream({ highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
}

function startsWith(chunk: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, index) => chunk[index] === byte);
}

function rejectBinaryFiles(path: string, chunk: Uint8Array): void {
  if (WORKBOOKS.some((bytes) => startsWith(chunk, bytes))) {
    throw new ConfigError(`${path} is a workbook, not a text file. Save the sheet as CSV UTF-8 and import that.`);
  }
  if (chunk.includes(0)) {
    throw new ConfigError(`${path} contains NUL bytes, so it is not a text file. Save it as CSV UTF-8.`);
  }
}

/** Returns whether the chunk is valid in the encoding; without a chunk, whether the text may end here. */
function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

const REPLACEMENT = '\uFFFD';

/** Returns whether most non-ASCII characters are valid UTF-8, which suggests two encodings in one file. */
async function isNearlyUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder();
  let [valid, invalid] = [0, 0];
  for await (const chunk of fileChunks(path)) {
    for (const [sign] of decoder.decode(chunk, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
      if (sign === REPLACEMENT) invalid++;
      else valid++;
    }
  }
  return invalid < 0.2 * valid;
}

/** Common Chinese characters have a lead byte from B0 to D7 (GB 2312, level one), punctuation from A1 to A3. */
const isCommonLead = (byte: number) => (byte >= 0xb0 && byte <= 0xd7) || (byte >= 0xa1 && byte <= 0xa3);

/** Chinese text has pairs of high bytes; Western text has mostly single high bytes between letters. */
class HighByteRuns {
  #runs = 0;
  #short = 0;
  #pairs = 0;
  #commonPairs = 0;
  #length = 0;

  count(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte < 0x80) {
        if (this.#length > 0) this.#endRun();
        continue;
      }
      if (this.#length % 2 === 0) {
        this.#pairs++;
        if (isCommonLead(byte)) this.#commonPairs++;
      }
      this.#length++;
    }
  }

  lookChinese(): boolean {
    this.#endRun();
    return this.#short < 0.3 * this.#runs && this.#commonPairs >= 0.7 * this.#pairs;
  }

  lookWestern(): boolean {
    this.#endRun();
    return this.#short >= 0.8 * this.#runs;
  }

  #endRun(): void {
    if (this.#length === 0) return;
    this.#runs++;
    if (this.#length === 1) this.#short++;
    this.#length = 0;
  }
}
