/** The part of a share card's file name that says where the car goes, by which version of the rules, assessed on which day. */
export type CardPlace = { place: string; version: number; today: string };

export function writeCardPlace({ place, version, today }: CardPlace): string {
  return `${place}.${version}.${today.replaceAll('-', '')}`;
}

/** Returns the destination as text, or null for a card without one. */
export function placeOfCard(part: string | undefined): string | null {
  return part?.split('.')[0] || null;
}
