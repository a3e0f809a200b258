import type { z } from 'zod';

/**
 * Zod schemas of what an API call takes and returns. The server validates with them; browser code imports their types
 * only.
 */
export type CallContract = {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** The body of each success status. Every other status has the error body. */
  responses: { readonly [status: number]: z.core.$ZodType };
};

declare const contractOf: unique symbol;

/** A method and a URL pattern such as `GET /api/listings/:id`, with the contract in its type. */
export type Call<Contract extends CallContract = CallContract> = string & { readonly [contractOf]: Contract };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Gives each call of a contract its method and URL pattern. */
export function callsOf<Contracts extends Record<string, CallContract>>(
  calls: {
    readonly [Name in keyof Contracts]: `${Method} /api/${string}`;
  },
) {
  return calls as unknown as { readonly [Name in keyof Contracts]: Call<Contracts[Name]> };
}

/** A query value from the page's URL. The server validates it. */
export type Unchecked = string & { readonly unchecked: true };

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
type InputOf<Contract, Part extends string> = Contract extends {
  readonly [P in Part]: infer Schema extends z.core.$ZodType;
}
  ? z.input<Schema>
  : never;
/** Values that are sent as text: numbers are accepted where text is expected. */
type Text<Type> = {
  [Key in keyof Type]:
    | Type[Key]
    | (string extends Type[Key] ? number : Unchecked)
    | (undefined extends Type[Key] ? undefined : never);
};
type Given<Name extends string, Type> = [Type] extends [never]
  ? unknown
  : Record<never, never> extends Type
    ? { [N in Name]?: Type | undefined }
    : { [N in Name]: Type };

type Params<Contract> = Given<'params', Text<InputOf<Contract, 'params'>>>;
type Query<Contract> = Given<'query', Text<InputOf<Contract, 'query'>>>;
type Body<Contract> = Given<'body', InputOf<Contract, 'body'>>;

/** The input of a call: path parameters, query and body, as far as its contract has them. */
export type CallInput<Contract> = Flat<Params<Contract> & Query<Contract> & Body<Contract>>;

/** The input of a URL. The query is always optional, because a form adds its fields itself. */
type UrlInput<Contract> = Flat<
  Params<Contract> & (Query<Contract> extends { query?: infer Q } ? { query?: Q } : unknown)
>;

type Optional<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];
export type CallArguments<Contract> = Optional<CallInput<Contract>>;
type UrlArguments<Contract> = Optional<UrlInput<Contract>>;

/** The body of a call's success responses. */
export type ResponseOf<Contract> = Contract extends {
  responses: infer Responses extends Record<number, z.core.$ZodType>;
}
  ? z.output<Responses[keyof Responses & number]>
  : never;

type AnyInput = { params?: object; query?: object | undefined; body?: unknown };

/** The URL of a call, for links, forms, downloads and uploads. */
export function href<Contract extends CallContract>(call: Call<Contract>, ...[input]: UrlArguments<Contract>): string {
  return requestOf(call, input as AnyInput | undefined).url;
}

/** Splits a call into method and URL, with parameters and query filled in. A list repeats its query parameter. */
export function requestOf(call: string, { params = {}, query = {} }: AnyInput = {}): { method: Method; url: string } {
  const [method, pattern = ''] = call.split(' ');
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  }
  return { method: method as Method, url: search.size > 0 ? `${path}?${search}` : path };
}
