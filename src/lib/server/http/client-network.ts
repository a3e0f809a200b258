import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const GROUPS_OF_A_NETWORK = 4;

/**
 * Where a client is, as limits count it: an IPv4 address, or the /64 network of an IPv6 address, for whoever has one of its
 * addresses has all of them.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const groups = address.parts.slice(0, GROUPS_OF_A_NETWORK).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
