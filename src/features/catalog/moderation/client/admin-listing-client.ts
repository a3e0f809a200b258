import type { Decision } from '#features/catalog/listings/model/listing.ts';
import { bodyOf, valuesOfFields } from '#features/catalog/moderation/model/admin-listing-form.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import type { ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { isRowId } from '#lib/pages/row-id.ts';
import { paths } from '#paths.ts';
import { queryFrom } from '#ui/admin/list-page.tsx';
import { adminListingCalls, moderationCalls } from '../../office-calls.ts';
import { OTHER_CHOICE_FILTERS } from '../model/admin-listing.ts';
import type {
  AdminListingResponse,
  AdminListingsResponse,
  AdminOutcomeResponse,
  ModerationResponse,
} from '../model/admin-listing-contract.ts';

/** Names of the filters in the URL and in the API. */
export const CAR_FILTERS = ['search', 'category', ...OTHER_CHOICE_FILTERS, 'status', 'minPrice', 'maxPrice'] as const;

/** The listing that the URL selects, or why it cannot be shown. */
export type SelectedListing = {
  kind: 'view' | 'edit';
  listing: AdminListingResponse | null;
  problem: MessageKey | null;
};
type AdminCars = { list: AdminListingsResponse | null; selected: SelectedListing | null };

/** Loads a page of the list and the listing that the URL selects. */
export async function loadAdminCars({ api, url }: LoadInput): Promise<AdminCars> {
  const [list, selected] = await Promise.all([listOf(api, url.searchParams), selectedListingOf(api, url.searchParams)]);
  return { list, selected };
}

function listOf(api: ApiClient, search: URLSearchParams): Promise<AdminListingsResponse | null> {
  const order = search.get('sort') === 'price' && {
    sortBy: 'price' as const,
    sortOrder: search.get('order') === 'desc' ? ('desc' as const) : ('asc' as const),
  };
  const query = { ...queryFrom(search, CAR_FILTERS), page: pageIn(search), limit: 10, ...order };
  return orNull(api.call(adminListingCalls.list, { query }));
}

async function selectedListingOf(api: ApiClient, search: URLSearchParams): Promise<SelectedListing | null> {
  const kind = search.has('edit') ? 'edit' : search.has('view') ? 'view' : null;
  if (kind === null) return null;
  const id = search.get(kind) ?? '';
  if (!isRowId(id)) return { kind, listing: null, problem: `manage.invalid.${kind}` };
  const listing = await orNull(api.call(adminListingCalls.one, { params: { id } }));
  return { kind, listing, problem: listing ? null : `manage.${kind}FetchFailed` };
}

/** Returns null on failure, which the page reports. Rethrows 401 and 403, which redirect. */
async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if (isApiFailure(error) && (error.status === 401 || error.status === 403)) throw error;
    return null;
  }
}

function pageIn(search: URLSearchParams): number {
  const page = search.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1;
}

function saveAdminListing(api: ApiClient, id: string, body: Record<string, unknown>): Promise<AdminOutcomeResponse> {
  return api.call(adminListingCalls.change, { params: { id }, body });
}

function deleteAdminListing(api: ApiClient, id: string): Promise<AdminOutcomeResponse> {
  return api.call(adminListingCalls.remove, { params: { id } });
}

function restoreAdminListing(api: ApiClient, id: string, version: number): Promise<AdminOutcomeResponse> {
  return api.call(adminListingCalls.restore, { params: { id }, body: { version } });
}

/** Loads the queued listing that the URL selects, or the one that has waited longest. */
export function loadModeration({ api, url }: LoadInput): Promise<ModerationResponse | null> {
  const listing = /^\d{1,15}$/.exec(url.searchParams.get('listing') ?? '')?.[0];
  return orNull(api.call(moderationCalls.next, { query: { listing } }));
}

/** Form actions of Car Management and of the review queue. */

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
