import { ApiClient, type ApiTransport } from './api-client.ts';

const byFetch: ApiTransport = ({ method, url, json }) =>
  fetch(url, {
    method,
    headers: { accept: 'application/json', ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });

export const browserApi = new ApiClient(byFetch);

/** Creates a browser client that awaits `onNetworkError` before a call without a response fails. */
export function watchedBrowserApi(onNetworkError: () => Promise<void>): ApiClient {
  return new ApiClient((call) =>
    byFetch(call).catch(async (error) => {
      await onNetworkError();
      throw error;
    }),
  );
}
