/** Query values of a call; what is undefined is left out. */
export type ApiQuery = Record<string, string | number | undefined>;

export type ApiRequest = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string; json?: unknown };
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

/** The one way in to the data, for pages and components. Paths begin with /api. */
export class ApiClient {
  readonly #send: ApiTransport;

  constructor(send: ApiTransport) {
    this.#send = send;
  }

  get<Answer>(path: string, query: ApiQuery = {}): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
    return this.#call<Answer>({ method: 'GET', url: search.size > 0 ? `${path}?${search}` : path });
  }

  post<Answer>(path: string, json: unknown): Promise<Answer> {
    return this.#call<Answer>({ method: 'POST', url: path, json });
  }

  put<Answer>(path: string, json?: unknown): Promise<Answer> {
    return this.#call<Answer>({ method: 'PUT', url: path, json });
  }

  delete<Answer>(path: string): Promise<Answer> {
    return this.#call<Answer>({ method: 'DELETE', url: path });
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
