/** JSON, as text or in UTF-8. */
export type Json = string | Buffer;

/** A response body that is JSON already. It must fit the response schema of its endpoint, which does not write it. */
export class JsonText {
  readonly #parts: readonly Json[];

  /** @param parts their concatenation is the body */
  constructor(...parts: readonly Json[]) {
    this.#parts = parts;
  }

  /** Several parts are joined as bytes, because encoding a long text takes more time than all else about a list. */
  bytes(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
    let at = 0;
    for (const part of this.#parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at);
    return bytes;
  }
}

/** Returns the parts of a JSON array. */
export const arrayOf = (items: readonly Json[]): Json[] => [
  '[',
  ...items.flatMap((item, at) => (at === 0 ? [item] : [',', item])),
  ']',
];
