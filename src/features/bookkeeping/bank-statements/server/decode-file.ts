import { AppError } from '#lib/app-error.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { SourceError } from '#lib/server/tables/read-source.ts';

export type TextEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const MARKS: { encoding: TextEncoding; bytes: number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
const startsWith = (bytes: Uint8Array, beginning: number[]) => beginning.every((byte, at) => bytes[at] === byte);

/** The encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): TextEncoding | null {
  return MARKS.find((mark) => startsWith(bytes, mark.bytes))?.encoding ?? null;
}

/** Decodes a whole file. A byte order mark wins over the given encoding. Throws if a byte does not fit. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  if (WORKBOOKS.some((beginning) => startsWith(bytes, beginning))) throw refusedFile('statements.file.notXml');
  try {
    return new TextDecoder(markedEncoding(bytes) ?? encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw refusedFile('statements.file.encoding', error);
  }
}

type Problem = Extract<MessageKey, `statements.file.${string}`>;

/** An error for a file that cannot be imported, with a sentence that says why. */
export function refusedFile(messageKey: Problem, cause?: unknown): AppError {
  return new AppError('unprocessable', `statement refused: ${messageKey}`, {
    messageKey,
    ...(cause !== undefined && { cause }),
  });
}

/** For a sentence with placeholders. */
export function refusedFileWith(logMessage: string, write: (t: Translator) => string): AppError {
  return new AppError('unprocessable', `statement refused: ${logMessage}`, { write });
}

/** For a file that is no table. The sentence names what it is. */
export function refusedSource(error: SourceError): AppError {
  return refusedFile(`statements.file.is.${error.problem}`, error);
}
