import {
  type Call,
  type CallArguments,
  type CallContract,
  type Method,
  type ResponseOf,
  requestOf,
} from './api-call.ts';

export type ApiRequest = { method: Method; url: string; json?: unknown };
export type ApiResponse = { status: number; text(): Promise<string> };

/** How a call travels: `fetch` in the browser, the same endpoints in process while a page is rendered on the server. */
export type ApiTransport = (request: ApiRequest) => Promise<ApiResponse>;

/** An error response of the API. `message` is the server's text for the person. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(status: number, body: { message?: string; code?: string; fields?: Record<string, string> }) {
    super(body.message ?? `HTTP error! status: ${status}`);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.fields = body.fields ?? {};
  }
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure;
}

/** A call that got no response: the connection is down, or no server listens. */
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
export async function orNetworkError<Result>(transfer: Promise<Result>): Promise<Result> {
  try {
    return await transfer;
  } catch (error) {
    throw error instanceof TypeError ? new NetworkError(error) : error;
  }
}

/** The one way in to the data, for pages and components. */
export class ApiClient {
  readonly #send: ApiTransport;

  constructor(send: ApiTransport) {
    this.#send = send;
  }

  /** Makes a call and returns the body of its success response. Throws `ApiFailure` for an error, `NetworkError` without a response. */
  call<Contract extends CallContract>(
    call: Call<Contract>,
    ...[input]: CallArguments<Contract>
  ): Promise<ResponseOf<Contract>> {
    const request = requestOf(call, input);
    const { body } = (input ?? {}) as { body?: unknown };
    // Every POST says that it sends JSON, also one without a body.
    const json = body ?? (request.method === 'POST' ? {} : undefined);
    return this.#call({ ...request, ...(json !== undefined && { json }) });
  }

  async #call<Result>(request: ApiRequest): Promise<Result> {
    const response = await orNetworkError(this.#send(request));
    const text = await orNetworkError(response.text());
    if (response.status >= 400) throw new ApiFailure(response.status, parseJson(text) ?? {});
    return parseJson(text) as Result;
  }
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
