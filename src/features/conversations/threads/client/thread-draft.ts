const keyOf = (place: string) => `draft ${place}`;

/** The text that was typed and not sent, kept in this browser. Storage may be full or forbidden; then nothing is kept. */
export function readDraft(place: string): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(place: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), text);
  } catch {
    // The text stays in the field.
  }
}
