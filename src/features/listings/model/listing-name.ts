type Named = { year: number; make: string; model: string; trim: string | null };

/** A car as people call it: 2021 BYD Han EV Premium. */
export function listingName({ year, make, model, trim }: Named): string {
  return [year, make, model, trim].filter(Boolean).join(' ');
}
