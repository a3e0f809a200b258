import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network of a client. `share`: how many times the limit of one client it may use, because clients may share it. */
type ClientNetwork = { network: string; share: number };

/** Widths of IPv6 networks: usually a line or a phone, a home, and a company. */
const IPV6_WIDTHS = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const;
const GROUP_BITS = 16;

/**
 * Returns the networks of a client for rate limits, narrowest first: its IPv4 address, or the /64, /56 and /48 networks
 * of its IPv6 address, because one client may change addresses within any of them.
 */
export function networksOf(ip: string): ClientNetwork[] {
  if (!isIPv6(ip)) return [{ network: ip, share: 1 }];
  const address = ipaddr.IPv6.parse(ip);
  if (address.isIPv4MappedAddress()) return [{ network: address.toIPv4Address().toString(), share: 1 }];
  return IPV6_WIDTHS.map(({ bits, share }) => ({ network: `${prefixOf(address.parts, bits)}::/${bits}`, share }));
}

/** Returns the narrowest network of a client. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0]!.network;
}

function prefixOf(groups: number[], bits: number): string {
  const last = Math.ceil(bits / GROUP_BITS) - 1;
  const mask = (0xffff << (GROUP_BITS * (last + 1) - bits)) & 0xffff;
  return groups
    .slice(0, last + 1)
    .map((group, index) => (index === last ? group & mask : group).toString(16))
    .join(':');
}
