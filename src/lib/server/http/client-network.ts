import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

const NETWORK_GROUPS = 4;

/**
 * Returns the key of a client for rate limits: its IPv4 address, or the /64 network of its IPv6 address, because one
 * client usually has the whole network.
 */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
