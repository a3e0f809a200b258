import { expect, test } from 'vitest';
import { networkOf, networksOf } from './client-network.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('an IPv6 client counts in its /64, /56 and /48 networks, an IPv4 client in its address', () => {
  expect(networksOf('2001:db8:1:2ff:3::9')).toEqual([
    { network: '2001:db8:1:2ff::/64', share: 1 },
    { network: '2001:db8:1:200::/56', share: 4 },
    { network: '2001:db8:1::/48', share: 16 },
  ]);
  expect(networksOf('::ffff:198.51.100.7')).toEqual([{ network: '198.51.100.7', share: 1 }]);
});
