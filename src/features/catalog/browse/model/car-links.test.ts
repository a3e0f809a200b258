import { expect, test } from 'vitest';
import { EVERYTHING, writeExplore } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { paths } from '#paths.ts';
import { exploreLink, namedLandingPath } from './car-links.ts';
import { landingPath } from './landing.ts';

test.each([
  ['Sell', 'buy'],
  ['Rent', 'rent'],
] as const)('links of a car for %s are those of the filters and the landing pages', (offer, mode) => {
  const explore = (make: string[]) => paths.explore + writeExplore({ ...EVERYTHING, mode, make });
  expect(exploreLink(offer)).toBe(explore([]));
  expect(exploreLink(offer, 'Great Wall & Söhne')).toBe(explore(['Great Wall & Söhne']));
  expect(namedLandingPath(offer, 'Lynk & Co')).toBe(landingPath({ offer, make: 'Lynk & Co' }));
  expect(namedLandingPath(offer, 'BYD', '汉 EV/2')).toBe(landingPath({ offer, make: 'BYD', model: '汉 EV/2' }));
});
