import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import { fileResponse } from '#lib/contract-parts.ts';
import { contentTypeOf, type FileStore, type StoredFile } from '#lib/server/files/file-store.ts';
import { withError } from '#lib/server/http/call-endpoint.ts';
import { networkOf } from '#lib/server/http/client-network.ts';
import { methodAndPath, pathAliases } from '#lib/server/http/endpoint.ts';
import { mediaCalls } from '../../site-calls.ts';
import { pictureParams, pictureQuery, reportParams } from '../model/media-contract.ts';
import { REPORT_FORMATS, reportFile } from './media-files.ts';
import type { PictureRenderer } from './picture-renderer.ts';

/** Headers that prevent a browser from running scripts in uploaded files of any type. */
const FILE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Who may read a report. A car gives it to everybody, so this feature cannot know. */
export type ReportAccess = {
  isPublic(key: string): Promise<boolean>;
  mayRead(key: string, request: FastifyRequest): Promise<boolean>;
};

const FOREVER = 'public, max-age=31536000, immutable';
/** A public report becomes private again when its car leaves the market. */
const PUBLIC_REPORT = 'public, max-age=300';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Serves GET /api/media/{key} (a picture in a listed width, quality and format) and GET /api/documents/{key}. */
export function registerMedia(
  app: FastifyInstance,
  renderer: PictureRenderer,
  store: FileStore,
  access: ReportAccess,
): void {
  const response = withError({ 200: fileResponse });
  const serve = (call: Call, schema: object, handler: Handler) => {
    for (const [alias, url] of pathAliases(methodAndPath(call).path).entries()) {
      app.get(url, { schema: { ...schema, response, tags: ['site'], hide: alias > 0 }, handler });
    }
  };
  serve(
    mediaCalls.picture,
    { summary: 'A picture of a car', params: pictureParams, querystring: pictureQuery },
    async (request, reply) => {
      const { key } = request.params as z.output<typeof pictureParams>;
      const { w, q, f } = request.query as z.output<typeof pictureQuery>;
      const requester = { client: networkOf(request.ip), gone: request.signal };
      const picture = await renderer.render(key, { width: w, quality: q, format: f }, requester);
      if (!picture) throw new AppError('not_found', `no picture ${key}`);
      return send(reply.header('cross-origin-resource-policy', 'cross-origin'), picture, f);
    },
  );
  serve(mediaCalls.document, { summary: 'A report, as a download', params: reportParams }, async (request, reply) => {
    const { key } = request.params as z.output<typeof reportParams>;
    const isPublic = await access.isPublic(key);
    if (!isPublic && !(await access.mayRead(key, request))) throw new AppError('not_found', `no report ${key} to read`);
    for (const format of REPORT_FORMATS) {
      const report = await store.read(reportFile(key, format));
      if (!report) continue;
      reply.header('content-disposition', `attachment; filename="report.${format}"`);
      return send(reply, report, format, isPublic ? PUBLIC_REPORT : 'no-store');
    }
    throw new AppError('not_found', `no report ${key}`);
  });
}

function send(
  reply: FastifyReply,
  { stream, bytes }: StoredFile,
  format: string,
  cacheControl = FOREVER,
): FastifyReply {
  return reply
    .headers({ ...FILE_HEADERS, 'cache-control': cacheControl, 'content-length': bytes })
    .type(contentTypeOf(`.${format}`))
    .send(stream);
}
