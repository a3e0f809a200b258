import { ApiClient, type ApiRequest } from './api-client.ts';

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
