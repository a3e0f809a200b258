import { slugWords } from '#lib/slug.ts';
import { paths } from '#paths.ts';

/** The address of a seller's page: the public name, then the id, which alone identifies the seller. */
export function sellerPath({ id, name }: { id: number; name: string }): string {
  return paths.seller.replace(':slug', encodeURIComponent(`${slugWords(name, 'seller')}-${id}`));
}
