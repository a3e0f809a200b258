import { ListingCard, type ListingCardProps } from '#features/listings/components/listing-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';

/** A listing card with the favorite button in its corner. */
export function FavoriteListingCard(props: Omit<ListingCardProps, 'favorite'>) {
  return <ListingCard {...props} favorite={(name) => <FavoriteButton id={props.car.listing_id} car={name} />} />;
}
