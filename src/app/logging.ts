import type { Config } from '#lib/server/config/config.ts';

const MAX_MESSAGE_LENGTH = 500;

/** Lines of JSON. What they say of requests and errors is listed here; everything else stays out. */
export function logger({ logLevel }: Pick<Config, 'logLevel'>, stream?: NodeJS.WritableStream) {
  return { level: logLevel, serializers: { req: requestForLog, err: errorForLog }, ...(stream && { stream }) };
}

/** Never the query string, which may hold a secret link or what a person typed; nor headers, nor the body. */
function requestForLog({ id, method, url }: { id: string; method: string; url: string }) {
  return { id, method, path: url.split('?', 1)[0] };
}

/** Without the further fields of database errors: their details quote what was stored. */
function errorForLog(error: Error & { code?: string }) {
  const { name, code, message, stack } = error;
  return { type: name, message: message.slice(0, MAX_MESSAGE_LENGTH), stack: stack ?? '', ...(code && { code }) };
}
