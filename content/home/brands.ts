/** `logo`: a wordmark of 120 by 80 in public/brands. `make`: the name in the catalog. */
export type Brand = { name: string; logo: string; make: string };

/** The brands of Home's strip. */
export const brands: Brand[] = [
  { name: 'Audi', logo: '/brands/audi.svg', make: 'Audi' },
  { name: 'BMW', logo: '/brands/bmw.svg', make: 'BMW' },
  { name: 'Ford', logo: '/brands/ford.svg', make: 'Ford' },
  { name: 'Honda', logo: '/brands/honda.svg', make: 'Honda' },
  { name: 'Hyundai', logo: '/brands/hyundai.svg', make: 'Hyundai' },
  { name: 'Mahindra', logo: '/brands/mahindra.svg', make: 'Mahindra' },
  { name: 'Mercedes', logo: '/brands/mercedes.svg', make: 'Mercedes-Benz' },
  { name: 'Nissan', logo: '/brands/nissan.svg', make: 'Nissan' },
  { name: 'Porsche', logo: '/brands/porsche.svg', make: 'Porsche' },
  { name: 'Tata', logo: '/brands/tata.svg', make: 'Tata' },
  { name: 'Toyota', logo: '/brands/toyota.svg', make: 'Toyota' },
  { name: 'Volkswagen', logo: '/brands/volkswagen.svg', make: 'Volkswagen' },
];
