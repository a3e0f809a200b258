const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML content and attributes. Removes characters that XML does not allow. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
