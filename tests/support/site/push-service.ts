import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../runner/after-file.ts';

type Received = { message: unknown; claims: Record<string, unknown>; publicKey: string };

/** A browser's subscription, and its secrets, which only the browser knows. */
class PushBrowser {
  readonly #ecdh = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly keys: { p256dh: string; auth: string };

  constructor() {
    this.keys = { p256dh: this.#ecdh.generateKeys('base64url'), auth: this.#auth.toString('base64url') };
  }

  /** Decrypts one record of aes128gcm (RFC 8188) with the keys of RFC 8291. */
  decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    const secret = this.#ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender]);
    const ikm = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'));
  }
}

/** Checks the signature of a VAPID token (RFC 8292) and returns its claims and key. */
function readVapid(authorization: string): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const signed = { key, dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
    throw new Error('the VAPID signature is wrong');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey };
}

/** A push service on this machine. `status` is its next answers; `received` are the decrypted messages. */
export async function pushService() {
  const browsers = new Map<string, PushBrowser>();
  const service = { status: 201, calls: 0, received: [] as Received[] };
  const read = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message = browsers.get(request.url ?? '')!.decrypt(Buffer.concat(chunks));
    service.received.push({ message, ...readVapid(String(request.headers.authorization)) });
  };
  const server = createServer((request, response) => {
    service.calls += 1;
    const { status } = service;
    const finish = (code: number) => response.writeHead(code).end();
    if (status === 201)
      read(request).then(
        () => finish(201),
        () => finish(400),
      );
    else finish(status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = 'https://updates.push.services.mozilla.com';
  return Object.assign(service, {
    origin,
    /** Sends requests to this machine instead of the push service. */
    post: ((url: string, options: RequestInit) => fetch(url.replace(origin, here), options)) as typeof fetch,
    subscribe() {
      const browser = new PushBrowser();
      const path = `/push/${browsers.size}`;
      browsers.set(path, browser);
      return { endpoint: origin + path, keys: browser.keys };
    },
  });
}
