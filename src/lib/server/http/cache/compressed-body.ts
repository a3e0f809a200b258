import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const REFUSED = /\w+;\s*q=0(\.0*)?\s*(,|$)/g;
/** Packs a few kilobytes in a fraction of a millisecond, which is less than a hop to another thread and back costs. */
const BROTLI_QUALITY = 5;

/** The best packing that a browser's accept-encoding header allows; null: none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (!header) return null;
  const accepted = String(header).replace(REFUSED, '');
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}

/** A small body that is sent many times: each packed form of it is made when it is first asked for. */
export class CompressedBody {
  readonly plain: Buffer;
  readonly #packed: Partial<Record<Encoding, Buffer>> = {};

  constructor(text: string) {
    this.plain = Buffer.from(text);
  }

  in(encoding: Encoding): Buffer {
    this.#packed[encoding] ??= encoding === 'br' ? brotli(this.plain) : gzipSync(this.plain);
    return this.#packed[encoding];
  }
}

function brotli(body: Buffer): Buffer {
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
