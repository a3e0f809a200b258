import { ApiFailure, wrapNetworkError } from './api-client.ts';

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
