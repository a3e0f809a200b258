import { ApiClient, type ApiTransport } from './api-client.ts';

const byFetch: ApiTransport = ({ method, url, json }) =>
  fetch(url, {
    method,
    headers: { accept: 'application/json', ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });

/** The API as the browser reaches it. */
export const browserApi = new ApiClient(byFetch);

/** The same; `onNetworkError` runs first when a call gets no response. */
export function watchedBrowserApi(onNetworkError: () => Promise<void>): ApiClient {
  return new ApiClient((call) =>
    byFetch(call).catch(async (error) => {
      await onNetworkError();
      throw error;
    }),
  );
}
