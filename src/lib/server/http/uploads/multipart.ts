import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../app-error.ts';
import type { MessageId } from '../../../i18n/messages.ts';

/** The file fields of a call, each with how many files it may hold, and the words for more. */
export type UploadFields = Record<string, { most: number; messageKey?: MessageId }>;

/** A file that came with a request. It lies on disk until the request is answered. */
export type UploadedFile = {
  field: string;
  path: string;
  bytes: number;
  sha256: Buffer;
  /** As the sender calls it: a text that is shown at most, and never names anything of ours. */
  filename: string;
};

export type MultipartForm = { fields: Record<string, string>; files: UploadedFile[] };

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 60 * 1024 * 1024;
const MAX_FIELDS = 100;
/** The longest text that may be typed (10,000 characters) takes three bytes a character in most scripts of Asia. */
const MAX_FIELD_BYTES = 32 * 1024;
const MAX_FIELD_NAME_LENGTH = 100;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_PART_HEADERS = 20;

/** Reads a multipart body, its files onto disk while they arrive. What was written is removed again when it fails. */
export async function parseMultipart(
  request: FastifyRequest,
  uploads: UploadFields,
  folder: string,
): Promise<MultipartForm> {
  const files: UploadedFile[] = [];
  try {
    return { fields: await readParts(request, uploads, folder, files), files };
  } catch (error) {
    // What is still to come is let by unread, so that the sender gets to hear the answer.
    request.raw.unpipe();
    request.raw.resume();
    await removeFiles(files);
    throw whyUnread(error);
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
    fileSize: MAX_FILE_BYTES,
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
    filename: part.filename,
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
  // A file input that nothing was chosen for travels as a file without a name and without a byte.
  if (written.bytes === 0 && !written.filename) await removeFiles(files.splice(-1));
}

function malformed(reason: string, field?: string, messageKey?: MessageId): AppError {
  return new AppError('malformed', reason, {
    ...(field !== undefined && { fields: { [field]: reason } }),
    ...(messageKey !== undefined && { messageKey }),
  });
}

/** The parser speaks in errors without a code; those of the disk name the system call that failed. */
function whyUnread(error: unknown): unknown {
  const { syscall, code, statusCode } = error as { syscall?: string; code?: string; statusCode?: number };
  if (error instanceof AppError || statusCode !== undefined) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('overloaded', 'no space for uploads', { messageKey: 'media.noSpace', cause: error });
  }
  return syscall ? error : new AppError('malformed', 'broken multipart body', { cause: error });
}
