import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { shortened, storable } from '#lib/cell-text.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { AppError } from '../../../app-error.ts';

/** The file fields of a call: the maximum number of files, the message if there are more, and a size other than 10 MB. */
export type UploadFields = Record<string, { most: number; messageKey?: MessageKey; maxBytes?: number }>;

/** An uploaded file. It is on disk until the response is sent. */
export type UploadedFile = {
  field: string;
  path: string;
  bytes: number;
  sha256: Buffer;
  /** Name given by the client, without a folder; empty if there is none. For display only; never use it as a path. */
  filename: string;
};

type MultipartForm = { fields: Record<string, string>; files: UploadedFile[] };

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 60 * 1024 * 1024;
const MAX_FIELDS = 100;
/** The longest allowed text (10,000 characters) takes three bytes per character in most Asian scripts. */
const MAX_FIELD_BYTES = 32 * 1024;
const MAX_FIELD_NAME_LENGTH = 100;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_PART_HEADERS = 20;

/** Reads a multipart body and streams its files to disk. Removes them again if it fails. */
export async function parseMultipart(
  request: FastifyRequest,
  uploads: UploadFields,
  folder: string,
): Promise<MultipartForm> {
  const files: UploadedFile[] = [];
  try {
    return { fields: await readParts(request, uploads, folder, files), files };
  } catch (error) {
    // Drain the rest of the body, so that the client can read the response.
    request.raw.unpipe();
    request.raw.resume();
    await removeFiles(files);
    throw toAppError(error);
  }
}

export async function removeFiles(files: UploadedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

async function readParts(
  request: FastifyRequest,
  uploads: UploadFields,
  folder: string,
  files: UploadedFile[],
): Promise<Record<string, string>> {
  const fields = new Map<string, string>();
  for await (const part of request.parts({ limits: limitsOf(uploads) })) {
    const name: string | undefined = part.fieldname;
    if (name === undefined || name.length > MAX_FIELD_NAME_LENGTH) throw malformed('a part without a usable name');
    if (part.type === 'field') {
      if (fields.has(name)) throw malformed(`the field ${name} twice`, name);
      if (part.valueTruncated) throw new AppError('too_large', `the field ${name} is too long`);
      fields.set(name, part.value as string);
      continue;
    }
    const { most, messageKey } = (Object.hasOwn(uploads, name) && uploads[name]) || { most: 0 };
    if (files.filter(({ field }) => field === name).length >= most)
      throw malformed(`too many files in ${name}`, name, messageKey);
    await writeFile(part, folder, files);
  }
  return Object.fromEntries(fields);
}

function limitsOf(uploads: UploadFields) {
  const files = Object.values(uploads).reduce((sum, { most }) => sum + most, 0);
  return {
    files,
    fileSize: Math.max(...Object.values(uploads).map(({ maxBytes = MAX_FILE_BYTES }) => maxBytes)),
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    parts: MAX_FIELDS + files,
    headerPairs: MAX_PART_HEADERS,
    headerSize: MAX_PART_HEADER_BYTES,
  };
}

async function writeFile(part: MultipartFile, folder: string, files: UploadedFile[]): Promise<void> {
  const { fieldname: field, file } = part;
  const hash = createHash('sha256');
  const written = {
    field,
    path: join(folder, randomUUID()),
    bytes: 0,
    sha256: Buffer.alloc(0),
    filename: shownName(part.filename),
  };
  files.push(written);
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      written.bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(file, measured, createWriteStream(written.path, { flags: 'wx', mode: 0o600 }));
  if (file.truncated)
    throw new AppError('too_large', `a file in ${field} is too large`, { messageKey: 'media.tooLarge' });
  written.sha256 = hash.digest();
  // Browsers send an empty file without a name for a file input without a selection.
  if (written.bytes === 0 && !written.filename) await removeFiles(files.splice(-1));
}

const MAX_NAME_LENGTH = 200;

/** Returns a name that can be stored. Clients may send none, or one with NUL or half characters. */
function shownName(filename: string | undefined): string {
  return storable(shortened(basename((filename ?? '').replaceAll('\\', '/')), MAX_NAME_LENGTH));
}

function malformed(reason: string, field?: string, messageKey?: MessageKey): AppError {
  return new AppError('malformed', reason, {
    ...(field !== undefined && { fields: { [field]: reason } }),
    ...(messageKey !== undefined && { messageKey }),
  });
}

/** Maps errors of reading a body. Parser errors have no status code; disk errors have a `syscall`. */
function toAppError(error: unknown): unknown {
  const { syscall, code, statusCode } = error as { syscall?: string; code?: string; statusCode?: number };
  if (error instanceof AppError || statusCode !== undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('overloaded', 'no space for uploads', { messageKey: 'media.noSpace', cause: error });
  }
  return syscall ? error : new AppError('malformed', 'broken multipart body', { cause: error });
}
