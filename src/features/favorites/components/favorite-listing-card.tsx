import { ListingCard, type ListingCardProps } from '#features/listings/components/listing-card.tsx';
import { FavoriteButton } from './favorite-button.tsx';

export function FavoriteListingCard(props: Omit<ListingCardProps, 'favorite'>) {
  return <ListingCard {...props} favorite={(name) => <FavoriteButton id={props.car.listing_id} car={name} />} />;
}
