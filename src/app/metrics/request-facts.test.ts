import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { routeOf } from './request-facts.ts';

const of = (url: string, pattern?: string) => routeOf({ url, routeOptions: { url: pattern } } as FastifyRequest);

test.each([
  ['/', '/'],
  ['/_root.data?index', '/'],
  ['/buy-car/byd-seal-2024-17?to=KE', '/buy-car/:slug'],
  ['/buy-car/byd-seal-2024-17.data', '/buy-car/:slug'],
  ['/used-cars/type/suv', '/used-cars/type/:carType'],
  ['/used-cars/byd/seal', '/used-cars/:make/:model'],
  ['/verify/ABCD-EFGH-JKLM', '/verify/:code'],
  ['/wp-login.php', 'page'],
  ['/verify/ABCD/more', 'page'],
])('names the page %s by its pattern', (url, pattern) => expect(of(url, '/*')).toBe(pattern));

test('returns the pattern of an endpoint, or none without a route', () => {
  expect([of('/api/bookings/17?x=1', '/api/bookings/:id'), of('/x')]).toEqual(['/api/bookings/:id', 'none']);
});
