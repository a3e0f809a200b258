import { PORTS } from '#content/ports/ports.ts';

const HOME_ZONE = 'Asia/Shanghai';

/**
 * Returns the time zone of a car by its location: that of the longest name of a port in it, otherwise that of China, which has one zone for all
 * its provinces.
 */
export function carTimeZone(location: string | null): string {
  const words = ` ${(location ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  let [length, zone] = [0, HOME_ZONE];
  for (const [, , name, , timeZone] of PORTS) {
    if (name.length <= length || !words.includes(` ${name.toLowerCase()} `)) continue;
    [length, zone] = [name.length, timeZone];
  }
  return zone;
}
