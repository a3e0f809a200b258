import {
  type Call,
  type CallArguments,
  type CallContract,
  type Method,
  type ResponseOf,
  requestOf,
} from './api-call.ts';

export type ApiRequest = { method: Method; url: string; json?: unknown };
type ApiResponse = { status: number; text(): Promise<string> };

/** Sends a request: with `fetch` in the browser, in process while the server renders a page. */
export type ApiTransport = (request: ApiRequest) => Promise<ApiResponse>;

/** An error response of the API. `message` is the server's text for the user. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Whether the response had a message. Otherwise `message` is only the status. */
  readonly isExplained: boolean;

  constructor(status: number, body: { message?: string; code?: string; fields?: Record<string, string> }) {
    super(body.message ?? `HTTP error! status: ${status}`);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.fields = body.fields ?? {};
    this.isExplained = body.message !== undefined;
  }
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}

/** A call without a complete response: the connection failed, or no server listens. */
export class NetworkError extends TypeError {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'NetworkError';
  }
}

/** Any other TypeError is a bug. */
export function isNetworkError(error: unknown): error is NetworkError {
  return error instanceof NetworkError;
}

/** Turns the TypeError of `fetch`, which means no response or a broken one, into a `NetworkError`. */
export async function wrapNetworkError<Result>(transfer: Promise<Result>): Promise<Result> {
  try {
    return await transfer;
  } catch (error) {
    throw error instanceof TypeError ? new NetworkError(error) : error;
  }
}

/** Calls the API for pages and components, which have no other access to the data. */
export class ApiClient {
  readonly #send: ApiTransport;

  constructor(send: ApiTransport) {
    this.#send = send;
  }

  /**
   * Makes a call and returns the body of its success response. Throws `ApiFailure` for an error, `NetworkError` without
   * a response.
   */
  call<Contract extends CallContract>(
    call: Call<Contract>,
    ...[input]: CallArguments<Contract>
  ): Promise<ResponseOf<Contract>> {
    const request = requestOf(call, input);
    const { body } = (input ?? {}) as { body?: unknown };
    // Every POST sends JSON, even without a body.
    const json = body ?? (request.method === 'POST' ? {} : undefined);
    return this.#call({ ...request, ...(json !== undefined && { json }) });
  }

  /** Makes a call as `call` does. Returns null if the thing asked for does not exist (404), or its id is malformed (400). */
  find<Contract extends CallContract>(
    call: Call<Contract>,
    ...input: CallArguments<Contract>
  ): Promise<ResponseOf<Contract> | null> {
    return nullFor([400, 404], this.call(call, ...input));
  }

  /** Makes a call as `find` does. Also returns null if the caller may not see the thing (403). */
  findPermitted<Contract extends CallContract>(
    call: Call<Contract>,
    ...input: CallArguments<Contract>
  ): Promise<ResponseOf<Contract> | null> {
    return nullFor([400, 403, 404], this.call(call, ...input));
  }

  async #call<Result>(request: ApiRequest): Promise<Result> {
    const response = await wrapNetworkError(this.#send(request));
    const text = await wrapNetworkError(response.text());
    if (response.status >= 400) throw new ApiFailure(response.status, parseJson(text) ?? {});
    return parseJson(text) as Result;
  }
}

async function nullFor<Result>(statuses: number[], response: Promise<Result>): Promise<Result | null> {
  try {
    return await response;
  } catch (error) {
    if (isApiFailure(error) && statuses.includes(error.status)) return null;
    throw error;
  }
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Narrows a response to its paged form. Throws for a plain list, which the API returns to calls without a query. */
export function asPage<Page extends { items: unknown[] }>(response: Page | unknown[]): Page {
  if (Array.isArray(response)) throw new TypeError('the response is a plain list, not a page');
  return response;
}

const byFetch = ({ method, url, json }: ApiRequest, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method,
    ...(signal && { signal }),
    headers: { accept: 'application/json', ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });

export const browserApi = new ApiClient((call) => byFetch(call));

/** Creates a browser client whose calls the signal aborts. */
export const abortableApi = (signal: AbortSignal) => new ApiClient((call) => byFetch(call, signal));

/** Creates a browser client that awaits `onNetworkError` before a call without a response fails. */
export function watchedBrowserApi(onNetworkError: () => Promise<void>): ApiClient {
  return new ApiClient((call) =>
    byFetch(call).catch(async (error) => {
      await onNetworkError();
      throw error;
    }),
  );
}
