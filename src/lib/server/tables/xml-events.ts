import { Parser } from 'htmlparser2';
import { type Archive, ArchiveError } from './archive.ts';

export type Attributes = Record<string, string>;
/** What a reader does with the elements of a part. Names have no prefix. */
type XmlReader = {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Whether the reader has what it needs, so the rest is not unpacked. */
  isDone?(): boolean;
};

/** The deepest nesting of elements in a part. Tables need about 10. */
const MAX_DEPTH = 200;

/**
 * Reads an XML part of an archive while it is unpacked. Throws `ArchiveError` for a document type, because entities can grow or point
 * outside, and for a part that ends before its last element.
 */
export function readXml(archive: Archive, name: string, reader: XmlReader): void {
  let [depth, elements] = [0, 0];
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        elements++;
        if (++depth > MAX_DEPTH) throw new ArchiveError('damaged');
        reader.open(withoutPrefix(tag), attributes);
      },
      ontext: (text) => reader.text?.(text),
      onclosetag: (tag) => {
        depth--;
        reader.close?.(withoutPrefix(tag));
      },
      onprocessinginstruction: (instruction) => {
        if (instruction.startsWith('!')) throw new ArchiveError('entities');
      },
    },
    { xmlMode: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isDone = false;
  archive.unpack(name, (piece) => {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    isDone = reader.isDone?.() === true;
    return !isDone;
  });
  if (!isDone && (depth !== 0 || elements === 0)) throw new ArchiveError('damaged');
}

/** XML is UTF-8, or UTF-16 if its first bytes say so. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (second === 0 || (first === 0xff && second === 0xfe)) return 'utf-16le';
  return first === 0 || (first === 0xfe && second === 0xff) ? 'utf-16be' : 'utf-8';
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Copies a part of a longer text, because V8 keeps the whole text in memory as long as a part of it. */
export const copied = (text: string): string => (text.length < 13 ? text : ` ${text}`.slice(1));

/** Returns an attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const found = Object.keys(attributes).find((each) => withoutPrefix(each) === name);
  return found === undefined ? undefined : attributes[found];
}
