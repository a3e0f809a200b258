import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#platform/app-error.ts';
import { spellings } from '#platform/http/endpoint.ts';
import { PICTURE_FORMATS, PICTURE_KEY, PICTURE_QUALITIES, PICTURE_WIDTHS } from '../picture-variant.ts';
import type { PictureRenderer } from './picture-renderer.ts';

const numberOf = <const Values extends readonly number[]>(values: Values) =>
  z.enum(values.map(String)).transform(Number).pipe(z.literal(values));

const params = z.object({ key: z.string().regex(PICTURE_KEY) });
const query = z.object({
  w: numberOf(PICTURE_WIDTHS).default(960),
  q: numberOf(PICTURE_QUALITIES).default(80),
  f: z.enum(PICTURE_FORMATS).default('jpg'),
});

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** GET /api/media/{key}: a picture in one of the listed widths, qualities and formats. A key's picture never changes. */
export function registerMedia(app: FastifyInstance, renderer: PictureRenderer): void {
  const schema = { summary: 'A picture of a car', tags: ['Pictures'], params, querystring: query };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { key } = request.params as z.output<typeof params>;
    const { w, q, f } = request.query as z.output<typeof query>;
    const picture = await renderer.render(key, { width: w, quality: q, format: f });
    if (!picture) throw new AppError('not_found', `no picture ${key}`);
    return reply
      .type(TYPES[f])
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(picture);
  };
  for (const [index, url] of spellings('/media/:key').entries()) {
    app.get(url, { schema: { ...schema, hide: index > 0 }, handler });
  }
}
