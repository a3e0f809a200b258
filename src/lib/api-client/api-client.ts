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

/** A call that was answered with an error. `message` is the server's words for the person. */
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

/** No answer came to a call: the line is dead, or nobody listens. */
export class Unreached extends TypeError {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'Unreached';
  }
}

/** Any other TypeError is a mistake of ours. */
export function isUnreached(error: unknown): error is Unreached {
  return error instanceof Unreached;
}

/** Waits for what travels; `fetch` tells by a TypeError that it got no answer, or lost it on the way. */
export async function orUnreached<Answer>(travelling: Promise<Answer>): Promise<Answer> {
  try {
    return await travelling;
  } catch (error) {
    throw error instanceof TypeError ? new Unreached(error) : error;
  }
}

/** The one way in to the data, for pages and components. */
export class ApiClient {
  readonly #send: ApiTransport;

  constructor(send: ApiTransport) {
    this.#send = send;
  }

  /** Makes a call and returns the body of its success response. Throws `ApiFailure` for an error, `Unreached` without a response. */
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

  async #call<Answer>(request: ApiRequest): Promise<Answer> {
    const response = await orUnreached(this.#send(request));
    const text = await orUnreached(response.text());
    if (response.status >= 400) throw new ApiFailure(response.status, parseJson(text) ?? {});
    return parseJson(text) as Answer;
  }
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
