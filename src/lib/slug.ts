/** Converts a name to a URL path segment; `fallback` if it has neither letters nor numbers. */
export function slugWords(text: string, fallback: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || fallback
  );
}

/** Returns the id at the end of a slug, or null if there is none. */
export function idOfSlug(slug: string): number | null {
  const last = slug.slice(slug.lastIndexOf('-') + 1);
  if (!/^[1-9]\d{0,15}$/.test(last)) return null;
  const id = Number(last);
  return Number.isSafeInteger(id) ? id : null;
}
