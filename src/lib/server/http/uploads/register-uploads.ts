import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifySchemaCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { AppError } from '../../../app-error.ts';
import { authorizeCall, callEndpoint, rateLimit, routeSchema } from '../call-endpoint.ts';
import { type GroupedEndpoint, type Guard, pathAliases } from '../endpoint.ts';
import { validateWithZod } from '../schema-compilers.ts';
import { MAX_UPLOAD_BYTES, parseMultipart, removeFiles, type UploadFields } from './multipart.ts';

/** Folder of uploads that are being processed, and its free disk space. */
export type UploadSpace = { folder: string; freeBytes(): Promise<number> };

/** An endpoint whose calls are multipart forms. */
export type UploadEndpoint = GroupedEndpoint & { upload: { files: UploadFields; alsoJson?: true } };

type Registration = { endpoints: UploadEndpoint[]; guard: Guard; db: Queryable; uploads: UploadSpace };

/** A message of 4,000 characters takes three bytes each in most Asian scripts, six if they are escaped. */
const MAX_JSON_BYTES = 64 * 1024;

/** Minimum free disk space. Uploads are rejected below it. */
export const MIN_FREE_BYTES = 500 * 1024 * 1024;

/**
 * Serves the endpoints with uploads in a separate scope, because the multipart parser would slow down other
 * requests.
 */
export function registerUploads(app: FastifyInstance, { endpoints, guard, db, uploads }: Registration): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_JSON_BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.setValidatorCompiler(validateAllButBody);
    await scope.register(multipart);
    for (const endpoint of endpoints) {
      for (const [alias, url] of pathAliases(endpoint.path).entries()) {
        scope.route({
          method: endpoint.method,
          url,
          schema: {
            ...routeSchema(endpoint, alias),
            consumes: ['multipart/form-data', ...(endpoint.upload.alsoJson ? ['application/json'] : [])],
            body: formSchema(endpoint),
          },
          onRequest: [
            authorizeCall(endpoint, guard),
            rejectTooLarge,
            rateLimit(db, endpoint),
            requireFreeSpace(uploads),
          ],
          handler: (request, reply) => callWithForm(db, endpoint, uploads, request, reply),
        });
      }
    }
  });
}

async function callWithForm(
  db: Queryable,
  endpoint: UploadEndpoint,
  { folder }: UploadSpace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.upload.alsoJson && !request.isMultipart() && request.body !== undefined) {
    const body = endpoint.body && z.parse(endpoint.body, request.body);
    return callEndpoint(db, endpoint, request, reply, { body, files: [] });
  }
  if (!request.isMultipart()) throw new AppError('unsupported_media', 'no multipart form');
  const { fields, files } = await parseMultipart(request, endpoint.upload.files, folder);
  try {
    const body = endpoint.body && z.parse(endpoint.body, fields);
    return await callEndpoint(db, endpoint, request, reply, { body, files });
  } finally {
    await removeFiles(files);
  }
}

/** The handler validates the body, because it is not parsed yet when Fastify validates. */
const validateAllButBody: FastifySchemaCompiler<z.core.$ZodType> = (part) =>
  part.httpPart === 'body' ? () => true : validateWithZod(part);

/** The schema of the form for the OpenAPI document. */
function formSchema({ body, upload }: UploadEndpoint): z.core.$ZodType {
  const files = Object.entries(upload.files).map(([field, { most }]) => [
    field,
    (most > 1 ? z.array(z.file()).max(most) : z.file()).optional(),
  ]);
  const form = z.object(Object.fromEntries(files));
  return body ? z.intersection(body as z.ZodType, form) : form;
}

async function rejectTooLarge({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw new AppError('too_large', 'upload too large');
}

function requireFreeSpace({ freeBytes }: UploadSpace) {
  return async () => {
    if ((await freeBytes()) >= MIN_FREE_BYTES) return;
    throw new AppError('overloaded', 'too little space for uploads', { messageKey: 'media.noSpace', retryAfter: 600 });
  };
}
