import { CompareButton } from '#features/compare/components/compare-button.tsx';
import { ListingCard, type ListingCardProps } from '#features/listings/components/listing-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';

export function FavoriteListingCard(props: Omit<ListingCardProps, 'favorite' | 'compare'>) {
  return (
    <ListingCard
      {...props}
      favorite={(name) => <FavoriteButton id={props.car.listing_id} car={name} />}
      compare={<CompareButton car={props.car} />}
    />
  );
}
