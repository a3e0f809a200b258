import { type Call, type CallContract, type ResponseOf, requestOf } from './api-call.ts';
import { ApiFailure, NetworkError, wrapNetworkError } from './api-client.ts';

export type SendFormOptions = {
  /** The parameters of the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  /** Called with the share of the form that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborts the request. */
  signal?: AbortSignal;
};

/**
 * Sends a form with files from the browser. Throws `ApiFailure` for an error response, `NetworkError` without a
 * response.
 */
export function sendForm<Contract extends CallContract>(
  call: Call<Contract>,
  form: FormData,
  options: SendFormOptions = {},
): Promise<ResponseOf<Contract>> {
  const { params = {}, query = {}, headers = {}, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { method, url } = requestOf(call, { params, query });
    request.open(method, url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries({ accept: 'application/json', ...headers })) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 400) resolve(request.response);
      else reject(new ApiFailure(request.status, request.response ?? {}));
    };
    request.onerror = () => reject(new NetworkError(new Error('Sending the form failed')));
    request.onabort = () => reject(new DOMException('Sending the form was aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

const NAME = /filename="([^"]+)"/;

/**
 * Downloads a file from the API and returns the file name of the response. Throws `ApiFailure` and `NetworkError` like
 * `ApiClient.call`.
 */
export async function saveDownload(path: string): Promise<string> {
  const response = await wrapNetworkError(fetch(path));
  if (!response.ok) throw new ApiFailure(response.status, await response.json().catch(() => ({})));
  const [, name = 'download'] = NAME.exec(response.headers.get('content-disposition') ?? '') ?? [];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await wrapNetworkError(response.blob()));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
