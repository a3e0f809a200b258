import { ApiClient } from './api-client.ts';

/** The API as the browser reaches it. */
export const browserApi = new ApiClient(({ method, url, json }) =>
  fetch(url, {
    method,
    headers: { accept: 'application/json', ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  }),
);
