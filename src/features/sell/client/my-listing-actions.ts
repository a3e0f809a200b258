/** What the forms of 'My listings' do. */
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Act, ActInput, ActOutcome } from '#lib/pages/form-action.ts';
import type { OwnerMove } from '../model/listing-transitions.ts';
import type { ChangedAnswer } from '../model/sell-contract.ts';

/** What was refused because the listing has changed meanwhile is shown beside the listing as it is now. */
async function told({ url }: ActInput, call: () => Promise<ChangedAnswer>): Promise<ActOutcome> {
  try {
    const { message } = await call();
    return { done: true, say: message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, say: error.message, to: url.pathname + url.search };
  }
}

function moving(move: OwnerMove): Act {
  return (input) => {
    const { listing = '', version = '' } = input.values;
    const path = `/api/my-listings/${encodeURIComponent(listing)}/moves`;
    return told(input, () => input.api.post(path, { move, version: Number(version) }));
  };
}

const deleting: Act = (input) => {
  const { listing = '' } = input.values;
  return told(input, () => input.api.delete(`/api/my-listings/${encodeURIComponent(listing)}`));
};

export const myListingActs: Record<`listing ${OwnerMove | 'delete'}`, Act> = {
  'listing pause': moving('pause'),
  'listing resume': moving('resume'),
  'listing sold': moving('sold'),
  'listing delete': deleting,
};
