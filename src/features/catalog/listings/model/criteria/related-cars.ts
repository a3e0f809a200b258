import type { ListingCard } from '../listing.ts';

export const RELATED_TAGS = ['Same Brand', 'Same Type', 'Similar Price'] as const;
type RelatedTag = (typeof RELATED_TAGS)[number];

type Related = { score: number; tags: RelatedTag[] };
export type RelatedCar = ListingCard & Related;

const SIMILAR_PRICE = 0.2;
const WEIGHTS: Record<RelatedTag, number> = { 'Same Brand': 3, 'Same Type': 2, 'Similar Price': 2 };

/** `make` is the name or the id of the make, the same for both cars. */
type Compared = { make: string | number; carType: string | null; priceCents: number };
type Candidate = Compared & { id: number; postedAt: Date | number };

/** Returns what two cars have in common. A price is similar within 20 % of the first car's price. */
export function relatedTags(car: Compared, other: Compared): RelatedTag[] {
  const tags: RelatedTag[] = [];
  if (other.make === car.make) tags.push('Same Brand');
  if (other.carType !== null && other.carType === car.carType) tags.push('Same Type');
  if (Math.abs(other.priceCents - car.priceCents) <= car.priceCents * SIMILAR_PRICE) tags.push('Similar Price');
  return tags;
}

/**
 * Ranks candidates by weighted common tags, then newest first. Leaves out the car itself and cars without a common tag.
 */
export function rankRelated<Car extends Candidate>(
  car: Compared & { id: number },
  candidates: Car[],
  limit: number,
): (Car & Related)[] {
  const unique = new Map(candidates.filter((other) => other.id !== car.id).map((other) => [other.id, other]));
  return [...unique.values()]
    .map((other) => {
      const tags = relatedTags(car, other);
      return { ...other, tags, score: tags.reduce((sum, tag) => sum + WEIGHTS[tag], 0) };
    })
    .filter((other) => other.score > 0)
    .sort((a, b) => b.score - a.score || Number(b.postedAt) - Number(a.postedAt) || b.id - a.id)
    .slice(0, limit);
}
