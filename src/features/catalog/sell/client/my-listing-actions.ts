/** Form actions of 'My listings'. */

import type { OwnerTransition } from '#features/catalog/listings/model/listing.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { ActionInput, ActionOutcome, FormAction } from '#lib/pages/page-handlers.ts';
import { sellCalls } from '../../catalog-calls.ts';
import type { ChangedResponse } from '../model/sell-contract.ts';

/** On a conflict, reloads the list and shows the error next to the listing. */
async function orConflict({ url }: ActionInput, call: () => Promise<ChangedResponse>): Promise<ActionOutcome> {
  try {
    const { message } = await call();
    return { done: true, message };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
}

function transitionAction(move: OwnerTransition): FormAction {
  return (input) => {
    const { listing = '', version = '' } = input.values;
    const call = { params: { id: listing }, body: { move, version: Number(version) } };
    return orConflict(input, () => input.api.call(sellCalls.move, call));
  };
}

const deleteAction: FormAction = (input) => {
  const { listing = '' } = input.values;
  return orConflict(input, () => input.api.call(sellCalls.remove, { params: { id: listing } }));
};

export const myListingActions: Record<`listing ${OwnerTransition | 'delete'}`, FormAction> = {
  'listing pause': transitionAction('pause'),
  'listing resume': transitionAction('resume'),
  'listing sold': transitionAction('sold'),
  'listing delete': deleteAction,
};
