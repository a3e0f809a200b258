import { Agent, request as send } from 'node:http';

export type Answer = { status: number; body: Buffer; failure?: string };
export type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** Longer than any deadline of the site. */
const PATIENCE_MS = 20_000;
/** Shorter than the site's keep-alive; a request must not use a connection that the site is closing. */
const IDLE_MS = 2_000;

/** A cheap client with keep-alive connections. Status 0 means that no response arrived. */
export function httpClient(origin: string) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  return {
    call({ method = 'GET', path, headers = {}, body }: Call): Promise<Answer> {
      return new Promise((resolve) => {
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const fail = (error: Error) => resolve({ status: 0, body: Buffer.alloc(0), failure: error.message });
        const request = send(origin + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
          const parts: Buffer[] = [];
          response
            .on('data', (part: Buffer) => parts.push(part))
            .once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }))
            .once('error', fail);
        });
        const late = setTimeout(() => request.destroy(new Error('no response in time')), PATIENCE_MS);
        request.once('error', fail).once('close', () => clearTimeout(late));
        request.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

export type HttpClient = ReturnType<typeof httpClient>;
