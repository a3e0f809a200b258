import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller.ts';
import type { UploadedFile, UploadFields } from './multipart.ts';
import type { Limit } from './rate-limit.ts';

/** Who may call an endpoint. `anyone-known`: everybody, and the handler is told who it is. */
export type Access = 'anyone' | 'anyone-known' | 'user' | 'admin' | 'user-or-admin';

export type EndpointInput<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  /** The files of a call that has `upload`. */
  files: UploadedFile[];
  /** Who calls; nobody where access is `anyone`. */
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** One call of the API. It is served under every spelling that `spellings` gives for its path. */
export type Endpoint<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with parameters as `:name`. */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Such a call is a multipart form: `body` describes its texts, this its files. */
  upload?: { files: UploadFields };
  answer: Answer;
  /** Answers to `anyone` that depend on nothing but the address may be kept while the stock is unchanged. */
  cache?: 'while-stock-unchanged';
  /** What an administrator is answered in place of that, each time anew; null: like everybody. */
  forAdmin?: {
    answer: z.core.$ZodType;
    handle(input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<unknown>;
  };
  /** What is there for who may see more, where everybody else finds nothing; null: nothing for them neither. */
  forInsiders?(
    input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>,
  ): Promise<z.input<Answer> | null>;
  /** A call whose Idempotency-Key header is heeded: sent again, it has no second effect. */
  once?: true;
  /** By client address; every spelling of the path counts together. */
  limit?: Limit;
  /** By everybody together, counted after that. */
  limitOfAll?: Limit;
  handle(input: EndpointInput<z.output<Params>, z.output<Query>, z.output<Body>>): Promise<z.input<Answer>>;
};

/** Checks an endpoint's types and forgets them, so that endpoints of all kinds fit one table. */
export function endpoint<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  A extends z.core.$ZodType,
>(definition: Endpoint<P, Q, B, A>): Endpoint {
  return definition as unknown as Endpoint;
}

/** The addresses of an endpoint: the plain one first, then the doubled prefix that the specs' client also uses. */
export function spellings(path: string): [string, string] {
  return [`/api${path}`, `/api/api${path}`];
}
