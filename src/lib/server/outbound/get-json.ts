import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, publicLookup } from './public-address.ts';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL may be asked: https, or http on this machine; no password in it. */
export function isAllowedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
}

type Limits = { maxBytes: number; timeoutMs: number };

/**
 * Gets a JSON document. Follows no redirect, and connects to public addresses only, unless the URL names this machine. Throws an
 * error whose message does not contain the path, which may hold a key.
 */
export async function getJson(text: string, { maxBytes, timeoutMs }: Limits): Promise<unknown> {
  const url = new URL(text);
  const isLocal = LOCAL_HOSTS.has(url.hostname);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowedUrl(text)) throw new Error('the address must be https');
  if (!isLocal && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public address`);
  const body = await read(url, isLocal, maxBytes, AbortSignal.timeout(timeoutMs));
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('the response is no JSON');
  }
}

function read(url: URL, isLocal: boolean, maxBytes: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? new Error('no response in time') : error);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'CarQuay' },
      signal,
      agent: false,
      ...(!isLocal && { lookup: publicLookup }),
    });
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const refuse = (problem: string) => {
        response.destroy();
        reject(new Error(problem));
      };
      if (response.statusCode !== 200) return refuse(`the response has status ${response.statusCode}`);
      if (response.headers['content-encoding']) return refuse('the response is compressed');
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) refuse(`the response is larger than ${maxBytes} bytes`);
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
    request.end();
  });
}
