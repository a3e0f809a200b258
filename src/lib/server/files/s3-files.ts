import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '../../app-error.ts';
import {
  checkedFolder,
  checkedKey,
  contentTypeOf,
  type FileContent,
  type FileStore,
  type StoredFile,
} from './file-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Endpoint URL of a non-AWS provider; undefined for AWS. */
  endpoint: string | undefined;
  /** Undefined: the AWS SDK finds credentials, for example from the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  forcePathStyle: boolean;
};

export type S3Options = {
  /** Start of all keys in the bucket, without a slash at the end. */
  prefix?: string;
  /** How long the bucket may be silent. */
  responseTimeoutMs?: number;
  maxTries?: number;
};

const MAX_TRIES = 3;
const CONNECT_TIMEOUT_MS = 3_000;
/** With all tries, a silent bucket is given up within 15 seconds. */
const RESPONSE_TIMEOUT_MS = 4_000;
/** For a file that arrives slowly. */
const MAX_REQUEST_MS = 120_000;

/** Stores files in an S3-compatible bucket, which several processes and machines can share. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #start: string;

  constructor(
    { bucket, endpoint, credentials, ...settings }: S3Settings,
    { prefix = '', responseTimeoutMs = RESPONSE_TIMEOUT_MS, maxTries = MAX_TRIES }: S3Options = {},
  ) {
    this.#bucket = bucket;
    this.#start = prefix === '' ? '' : `${prefix}/`;
    this.#client = new S3Client({
      ...settings,
      ...(endpoint && { endpoint }),
      ...(credentials && { credentials }),
      maxAttempts: maxTries,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: responseTimeoutMs,
        requestTimeout: MAX_REQUEST_MS,
        throwOnRequestTimeout: true,
      },
      // Not every provider supports the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(key: string, content: FileContent): Promise<void> {
    const [body, bytes] = Buffer.isBuffer(content)
      ? [content, content.length]
      : [createReadStream(content.path), (await stat(content.path)).size];
    const put = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: this.#start + checkedKey(key),
      Body: body,
      ContentLength: bytes,
      ContentType: contentTypeOf(key),
    });
    try {
      await this.#client.send(put);
    } catch (error) {
      throw unreachable(error);
    }
  }

  async read(key: string): Promise<StoredFile | null> {
    const source = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#start + checkedKey(key) });
    try {
      const { Body, ContentLength } = await this.#client.send(source);
      return { stream: Body as Readable, bytes: ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw unreachable(error);
    }
  }

  async *folders(prefix: string): AsyncIterable<string> {
    for await (const { CommonPrefixes } of this.#pages(prefix, '/'))
      for (const { Prefix } of CommonPrefixes ?? []) if (Prefix) yield Prefix.slice(this.#start.length, -1);
  }

  async *files(folder: string): AsyncIterable<string> {
    for await (const { Contents } of this.#pages(`${folder}/`))
      for (const { Key } of Contents ?? []) if (Key) yield Key.slice(this.#start.length);
  }

  async remove(key: string): Promise<void> {
    await this.#delete(this.#start + checkedKey(key));
  }

  async removeFolder(folder: string): Promise<void> {
    for await (const { Contents } of this.#pages(`${checkedFolder(folder)}/`))
      await Promise.all((Contents ?? []).map(({ Key = '' }) => this.#delete(Key)));
  }

  #pages(prefix: string, delimiter?: string) {
    return paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: this.#start + prefix, Delimiter: delimiter },
    );
  }

  #delete(name: string) {
    return this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: name }));
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  /** No-op: a bucket never shows partly sent files. */
  async tidy(): Promise<void> {}
}

function unreachable(cause: unknown): AppError {
  return new AppError('overloaded', `file store: ${(cause as Error).name}`, { cause, retryAfter: 5 });
}
