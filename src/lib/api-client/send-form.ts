import { type Call, type CallContract, type ResponseOf, requestOf } from './api-call.ts';
import { ApiFailure, NetworkError } from './api-client.ts';

type FormSending = {
  headers?: Record<string, string>;
  /** Hears which share of the form has left, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Gives the sending up. */
  signal?: AbortSignal;
};

/**
 * Sends a form with files from the browser. It fails like a call of the api client: with an `ApiFailure` when the answer is an
 * error, with `NetworkError` when there is none.
 */
export function sendForm<Contract extends CallContract>(
  call: Call<Contract>,
  form: FormData,
  options: FormSending = {},
): Promise<ResponseOf<Contract>> {
  const { headers = {}, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { method, url } = requestOf(call);
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
    request.onerror = () => reject(new NetworkError(new Error('The form could not be sent')));
    request.onabort = () => reject(new DOMException('The sending was given up', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
