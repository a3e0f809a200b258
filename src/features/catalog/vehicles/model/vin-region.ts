/**
 * Region whose rules apply to a VIN. North America and China require a check digit and the model year at position 10.
 */
type VinRegion = 'north-america' | 'china' | 'elsewhere';

const NORTH_AMERICA = /^(?:[1245]|3[A-X]|7[F-Z0-9])/;
const CHINA = /^[LH]/;

export function vinRegion(vin: string): VinRegion {
  if (NORTH_AMERICA.test(vin)) return 'north-america';
  return CHINA.test(vin) ? 'china' : 'elsewhere';
}
