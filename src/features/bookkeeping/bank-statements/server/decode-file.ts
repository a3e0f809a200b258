import { AppError } from '#lib/app-error.ts';
import type { Message, MessageId, MessageKey, Translator } from '#lib/i18n/translator.ts';
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
type Sentence = Extract<MessageId, `statements.file.${string}`>;
/** A text, texts that become a list, or a sentence. */
type Value = string | string[] | { messageKey: MessageKey };
/** Why a file cannot be read, as data: threads that read files cannot send functions. */
export type Refusal = { logMessage: string; messageKey: Sentence; values: Record<string, Value> | null };

export class RefusedFile extends AppError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause?: unknown) {
    const { logMessage, messageKey, values } = refusal;
    const valueIn = (t: Translator, value: Value) =>
      typeof value === 'string' ? value : Array.isArray(value) ? t.list(value) : t(value.messageKey);
    const write = (t: Translator) =>
      t.message({
        messageKey,
        values: Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, valueIn(t, value)])),
      });
    super('unprocessable', `statement refused: ${logMessage}`, {
      ...(values === null ? { messageKey: messageKey as Problem } : { write }),
      ...(cause !== undefined && { cause }),
    });
    this.refusal = refusal;
  }
}

/** An error for a file that cannot be imported, with a sentence that says why. */
export function refusedFile(messageKey: Problem, cause?: unknown): RefusedFile {
  return new RefusedFile({ logMessage: messageKey, messageKey, values: null }, cause);
}

/** For a sentence with placeholders. */
export function refusedFileWith<Id extends Sentence>(
  logMessage: string,
  messageKey: Id,
  values: { [Name in keyof Message<Id>['values']]: Value },
): RefusedFile {
  return new RefusedFile({ logMessage, messageKey, values });
}

/** For a sentence with numbers or days, about a file that was read. */
export function refusedWith(logMessage: string, write: (t: Translator) => string): AppError {
  return new AppError('unprocessable', `statement refused: ${logMessage}`, { write });
}

/** For a file that is no table. The sentence names what it is. */
export function refusedSource(error: SourceError): RefusedFile {
  return refusedFile(`statements.file.is.${error.problem}`, error);
}
