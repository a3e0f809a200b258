import { type X2jOptions, XMLParser, XMLValidator } from 'fast-xml-parser';
import {
  decodeText,
  markedEncoding,
  refusedFile,
  type TextEncoding,
} from '#features/bookkeeping/bank-statements/server/decode-file.ts';

const MAX_DEPTH = 40;
const ENCODING = /^<\?xml[^>]*\bencoding=["']([\w-]+)["']/;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const OPTIONS: X2jOptions = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // By default the account 000123 becomes the number 123, and the reference 0E68 becomes 0.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
  jPath: false,
};
const parser = new XMLParser(OPTIONS);
const unescaping = new XMLParser({ ...OPTIONS, tagValueProcessor: (_name, text) => unescaped(text) });

/**
 * Parses an XML file into objects of texts. Refuses documents with a DOCTYPE, so no entity can be declared, and files that
 * are not well-formed.
 */
export function readXml(bytes: Uint8Array): { content: unknown; namespace: string } {
  const text = decodeText(bytes, encodingOf(bytes)).replace(/^\uFEFF/, '');
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(text)) throw refusedFile('statements.file.doctype');
  try {
    // The parser forgives unclosed tags; the validator does not.
    const found = XMLValidator.validate(text);
    if (found !== true) throw new Error(`${found.err.msg} in line ${found.err.line}`);
    return { content: (text.includes('&') ? unescaping : parser).parse(text), namespace: namespaceOf(text) };
  } catch (error) {
    throw refusedFile('statements.file.notXml', error);
  }
}

const ROOT = /<(?:([\w.-]+):)?Document\b([^>]*)>/;

/** The namespace of the root element. The parser drops prefixes together with their declarations. */
function namespaceOf(text: string): string {
  const [, prefix, attributes = ''] = ROOT.exec(text.slice(0, 4_000)) ?? [];
  const declared = attributes.matchAll(/\bxmlns(?::([\w.-]+))?\s*=\s*["']([^"']*)["']/g);
  return [...declared].find(([, name]) => name === prefix)?.[2] ?? '';
}

const DECODED: Record<string, TextEncoding> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
};

function encodingOf(bytes: Uint8Array): TextEncoding {
  const marked = markedEncoding(bytes);
  if (marked) return marked;
  const declared = ENCODING.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8';
  const known = Object.hasOwn(DECODED, declared) ? DECODED[declared] : undefined;
  if (!known) throw refusedFile('statements.file.encoding');
  return known;
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

/** Follows a path of elements. Returns undefined where one is missing. */
export function at(node: unknown, ...path: string[]): unknown {
  let found = node;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Returns all elements of a name, in an array even if there is only one. */
export function all(node: unknown, ...path: string[]): unknown[] {
  const found = at(node, ...path);
  return found === undefined ? [] : [found].flat();
}

/** The text of an element, with or without attributes; null if it is missing or empty. */
export function textAt(node: unknown, ...path: string[]): string | null {
  const found = at(node, ...path);
  const text = typeof found === 'object' ? at(found, '#text') : found;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}
