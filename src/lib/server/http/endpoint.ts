import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, CallContract, Method } from '../../api-client/api-call.ts';
import type { Translator } from '../../i18n/translator.ts';
import type { Caller } from './caller.ts';
import type { JsonText } from './json-text.ts';
import type { Limit } from './rate-limit.ts';
import type { UploadedFile, UploadFields } from './uploads/multipart.ts';

/** Who may call an endpoint. `optional-auth`: anyone; the caller is identified if logged in. */
export type Access = 'anyone' | 'optional-auth' | 'user' | 'admin' | 'user-or-admin';

/**
 * Identifies the caller. Leaves out an administrator without the permission. Throws if no remaining caller may use an
 * endpoint with this access.
 */
export type Guard = (access: Access, request: FastifyRequest, permission: string | undefined) => Promise<Caller>;

/** A noun and a verb. The roles of administrators consist of them. */
export type PermissionName = `${string}:${'read' | 'write' | 'delete'}`;

type EndpointInput<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  /** The files of a call that has `upload`. */
  files: UploadedFile[];
  /** The caller; always anonymous if access is `anyone`, except for administrators on endpoints with `adminVariant`. */
  caller: Caller;
  /** Writes in the language of the request. */
  t: Translator;
  request: FastifyRequest;
  reply: FastifyReply;
};

type OutputOf<Contract, Part extends string> = Contract extends { [P in Part]: infer Schema extends z.core.$ZodType }
  ? z.output<Schema>
  : never;
type Input<Contract> = EndpointInput<
  OutputOf<Contract, 'params'>,
  OutputOf<Contract, 'query'>,
  OutputOf<Contract, 'body'>
>;
type ResponseInput<Contract> = Contract extends { responses: infer Responses extends Record<number, z.core.$ZodType> }
  ? z.input<Responses[keyof Responses & number]>
  : never;

/** What the server adds to a call and its contract. */
type Definition<Contract> = {
  summary: string;
  access: Access;
  /** What an administrator needs to be permitted. Without it, they are no caller of this endpoint. */
  permission?: PermissionName;
  /** Makes the call a multipart form: `body` describes its text fields, `upload` its files. `alsoJson`: without files, JSON will do. */
  upload?: { files: UploadFields; alsoJson?: true };
  /** Responses to `anyone` that depend only on the URL may be cached while the inventory is unchanged. */
  cache?: 'while-stock-unchanged';
  /** Pages of other origins may read the response. Only for `anyone`, and without cookies. */
  readByOtherOrigins?: true;
  /** The response says how old the inventory is that it shows. */
  showsInventory?: true;
  /** The response for administrators in place of the public one, never cached; null: the public one. */
  adminVariant?: { response: z.core.$ZodType; handle(input: Input<Contract>): Promise<unknown> };
  /** Fallback when the public handler finds nothing, for owners and administrators. Null keeps the 404. */
  ownerFallback?(input: Input<Contract>): Promise<ResponseInput<Contract> | null>;
  /** Refuses an invalid body with 200, flag 0 and the message of its first invalid field, as the specification's client expects. */
  refusesWithFlag?: true;
  /** Accepts an Idempotency-Key header: a repeated call has no second effect. */
  idempotent?: true;
  /** What a response that is not cached costs its client's budget of reads. */
  readCost?: number | ((query: OutputOf<Contract, 'query'>) => number);
  /** Rate limit per client network, over all path aliases together. */
  limit?: Limit;
  /**
   * Above this rate of all clients together each call waits two seconds. It is never refused, because one client could then
   * block it for everybody.
   */
  slowAbove?: Limit;
  handle(input: Input<Contract>): Promise<ResponseInput<Contract> | JsonText>;
};

type AnyContract = {
  params: z.core.$ZodType;
  query: z.core.$ZodType;
  body: z.core.$ZodType;
  responses: CallContract['responses'];
};

/** An endpoint, served under each of its `pathAliases`. Its type lacks the contract. */
export type Endpoint = CallContract &
  Definition<AnyContract> & {
    method: Method;
    /** Below /api, with parameters as `:name`. */
    path: string;
  };

/** An endpoint with the group that the API documentation lists it in. */
export type GroupedEndpoint = Endpoint & { group: string };

/** Checks an endpoint against the contract of its call. */
export function endpoint<Contract extends CallContract>(
  call: Call<Contract>,
  contract: Contract,
  definition: Definition<Contract>,
): Endpoint {
  return { ...contract, ...definition, ...methodAndPath(call) } as unknown as Endpoint;
}

/** The method of a call and its path below /api. */
export function methodAndPath(call: string): { method: Method; path: string } {
  const [method, url = ''] = call.split(' ');
  return { method: method as Method, path: url.replace(/^(\/api)+/, '') };
}

/**
 * The URLs of a path below /api: the plain one first, then the doubled prefix that the specification's client also
 * uses.
 */
export function pathAliases(path: string): [string, string] {
  return [`/api${path}`, `/api/api${path}`];
}

/** Sets the headers of a download and returns the file. */
export function download<File>(reply: FastifyReply, name: string, type: string, file: File): File {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return file;
}

const UNTRUSTED = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' };

/** Like `download`, for a file that a user sent: a browser must run nothing of it. */
export function downloadUntrusted<File>(reply: FastifyReply, name: string, type: string, file: File): File {
  return download(reply.headers(UNTRUSTED), name, type, file);
}

const EVIDENCE_TYPES = { pdf: 'application/pdf', jpg: 'image/jpeg' } as const;
type Evidence = { format: keyof typeof EVIDENCE_TYPES; content: Buffer };

/** Returns a stored picture or PDF that a user sent. @param name without its extension */
export function downloadEvidence(reply: FastifyReply, name: string, { format, content }: Evidence): Buffer {
  return downloadUntrusted(reply, `${name}.${format}`, EVIDENCE_TYPES[format], content);
}
