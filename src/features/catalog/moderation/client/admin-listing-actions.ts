/** Form actions of Car Management and of the review queue. */

import type { Decision } from '#features/catalog/listings/model/listing-transitions.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { moderationCalls } from '../../office-calls.ts';
import { bodyOf, valuesOfFields } from '../model/admin-listing-fields.ts';
import { deleteAdminListing, isRowId, restoreAdminListing, saveAdminListing } from './admin-listing-client.ts';

/** Reports a failure with the specified message, followed by its reason. */
async function orFailed(failure: string, t: Translator, act: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await act();
  } catch (error) {
    if (!isApiFailure(error) || error.status === 401 || error.status === 403) throw error;
    const message = error.message === failure ? failure : t('manage.because', { failure, reason: error.message });
    return { done: false, message, fields: error.fields };
  }
}

const saveAction: FormAction = ({ api, t, values }) =>
  orFailed(t('manage.saveFailed'), t, async () => {
    const { id = '', version } = values;
    const { message } = await saveAdminListing(api, id, {
      ...bodyOf(valuesOfFields(values)),
      version: Number(version),
    });
    return { done: true, message };
  });

const deleteAction: FormAction = ({ api, t, values: { id = '' } }) =>
  orFailed(t('manage.deleteFailed'), t, async () => {
    if (!isRowId(id)) return { done: false, message: t('manage.invalid.delete') };
    const { message, version } = await deleteAdminListing(api, id);
    const undo = async () => ({ done: true, message: (await restoreAdminListing(api, id, version)).message });
    return { done: true, message, undo };
  });

export const adminListingActions: Record<'car edit' | 'car delete', FormAction> = {
  'car edit': saveAction,
  'car delete': deleteAction,
};

export const REASONS = {
  return: ['photosPoor', 'photosOther', 'vin', 'identity', 'price', 'carType', 'text'],
  reject: ['twin', 'stolenPhotos', 'notForSale', 'noCar'],
} as const;

/** Returns the texts of the chosen reasons, then the typed one. */
function reasonsIn(decision: Decision, values: Record<string, string>, t: Translator): string[] {
  const offered = decision === 'approve' ? [] : REASONS[decision];
  const chosen = offered.filter((reason) => values[reason] === 'on');
  const own = (values.own ?? '').trim();
  return [...chosen.map((reason) => t(`moderate.reason.${reason}`)), ...(own === '' ? [] : [own])];
}

/** Decides, then goes to the next listing in the queue. On a conflict, reloads the listing. */
function decideAction(decision: Decision): FormAction {
  return async ({ api, t, url, values }) => {
    const { id = '', version, next } = values;
    const body = { decision, reasons: reasonsIn(decision, values, t), version: Number(version) };
    try {
      const { message } = await api.call(moderationCalls.decide, { params: { id }, body });
      return { done: true, message, to: next ? `${paths.moderation}?listing=${next}` : paths.moderation };
    } catch (error) {
      if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
      return { done: false, message: error.message, to: url.pathname + url.search };
    }
  };
}

export const moderationActions: Record<`decide ${Decision}`, FormAction> = {
  'decide approve': decideAction('approve'),
  'decide return': decideAction('return'),
  'decide reject': decideAction('reject'),
};
