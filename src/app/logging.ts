import type { Config } from '#lib/server/config/config.ts';

const MAX_MESSAGE_LENGTH = 500;

/** Options of the JSON logger. Its serializers are allow-lists: other fields of requests and errors are not logged. */
export function logger({ logLevel }: Pick<Config, 'logLevel'>, stream?: NodeJS.WritableStream) {
  return { level: logLevel, serializers: { req: requestForLog, err: errorForLog }, ...(stream && { stream }) };
}

/** Omits the query string, which may contain a secret token or personal input, the headers and the body. */
function requestForLog({ id, method, url }: { id: string; method: string; url: string }) {
  return { id, method, path: url.split('?', 1)[0] };
}

/** Omits the other fields of database errors, because their details quote stored values. */
function errorForLog(error: Error & { code?: string }) {
  const { name, code, message, stack } = error;
  return { type: name, message: message.slice(0, MAX_MESSAGE_LENGTH), stack: stack ?? '', ...(code && { code }) };
}
