import { isIP, isIPv6 } from 'node:net';
import type { Visitor } from '@rangavalli/service-kit/http/identity';
import type { GuardedRequest } from './session.js';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const PREFIX_GROUPS = 4;

/**
 * Returns the address; of IPv6 the /64 prefix, which belongs to one customer of a provider.
 * @param address as a proxy's header has it
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return isIP(address) ? address : 'unknown';
  // The URL parser shortens an address and writes it in hexadecimal.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((text) => (text === '' ? [] : text.split(':'))) as [string[], string[]];
  const groups = [...left, ...Array<string>(GROUPS - left.length - right.length).fill('0'), ...right];
  return `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
}

export const visitorOf = ({ ip, hasSolvedChallenge = false }: GuardedRequest): Visitor => ({
  network: networkOf(ip),
  hasSolvedChallenge,
});
