type Named = { year: number; make: string; model: string; trim: string | null };

/** Returns a display name such as 2021 BYD Han EV Premium. */
export function listingName({ year, make, model, trim }: Named): string {
  return [year, make, model, trim].filter(Boolean).join(' ');
}
