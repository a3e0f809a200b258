import type { ListingCard } from '../listing.ts';

export const RELATED_TAGS = ['Same Brand', 'Same Type', 'Similar Price'] as const;
type RelatedTag = (typeof RELATED_TAGS)[number];

export type RelatedCar = ListingCard & { score: number; tags: RelatedTag[] };

const SIMILAR_PRICE = 0.2;
const WEIGHTS: Record<RelatedTag, number> = { 'Same Brand': 3, 'Same Type': 2, 'Similar Price': 2 };

type Compared = Pick<ListingCard, 'make' | 'carType' | 'priceCents'>;

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
export function rankRelated(car: Compared & { id: number }, candidates: ListingCard[], limit: number): RelatedCar[] {
  const unique = new Map(candidates.filter((other) => other.id !== car.id).map((other) => [other.id, other]));
  return [...unique.values()]
    .map((other) => {
      const tags = relatedTags(car, other);
      return { ...other, tags, score: tags.reduce((sum, tag) => sum + WEIGHTS[tag], 0) };
    })
    .filter((other) => other.score > 0)
    .sort((a, b) => b.score - a.score || b.postedAt.getTime() - a.postedAt.getTime() || b.id - a.id)
    .slice(0, limit);
}
