import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether a URL may be requested: https, or http on this machine, without a password. */
export function isAllowedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.has(url.hostname));
}

type Limits = {
  maxBytes: number;
  timeoutMs: number;
  /** The URL was chosen by the operator, so it may lead into the operator's own network. */
  mayBePrivate?: boolean;
};

/** Gets a JSON document like `getText`. */
export async function getJson(url: string, limits: Limits): Promise<unknown> {
  return jsonOf(await getText(url, limits));
}

export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error('the response is no JSON');
  }
}

/**
 * Gets a text. Follows no redirect, and connects to public addresses only, unless the URL names this machine or `mayBePrivate` is set.
 * Throws an error whose message does not contain the path, which may hold a key.
 */
export async function getText(text: string, { maxBytes, timeoutMs, mayBePrivate = false }: Limits): Promise<string> {
  const url = new URL(text);
  const isAnywhere = mayBePrivate || LOCAL_HOSTS.has(url.hostname);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isAllowedUrl(text)) throw new Error('the address must be https');
  if (!isAnywhere && isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public address`);
  return read(url, isAnywhere, maxBytes, AbortSignal.timeout(timeoutMs));
}

function read(url: URL, isAnywhere: boolean, maxBytes: number, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(signal.aborted ? new Error('no response in time') : error);
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'CarQuay' },
      signal,
      agent: false,
      ...(!isAnywhere && { lookup: publicLookup }),
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

/** Addresses of this machine, its network and other special uses (IANA registries of RFC 6890). */
const SPECIAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  SPECIAL.addSubnet(network, prefix, 'ipv6');

/** Every public address of version 6 is in this network. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4');
  return isIP(address) === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
}

/**
 * Resolves a name for a connection, and fails unless all of its addresses are public. The connection itself calls it, so
 * no other address can be used after the check.
 */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error) callback(error, '');
    else if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(new Error(`${hostname} is not a public address`), '');
    else if (options.all) callback(null, addresses as LookupAddress[]);
    else callback(null, first.address, first.family);
  });
};
