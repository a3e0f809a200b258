import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ApiFailure, browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { paths } from '#paths.ts';
import { sellCalls } from '../../catalog-calls.ts';
import type { CreatedResponse } from '../model/sell-contract.ts';
import type { SellContent, SellDraft } from '../model/sell-draft.ts';
import type { DraftAutosave } from './draft-autosave.ts';
import { finishedPhotos, type PhotoUploads } from './photo-uploads.ts';
import { type EditableListing, fetchEditable, saveListing } from './sell-client.ts';

type SendListing = {
  userId: number;
  draftId: string;
  content: SellContent;
  /** The edited listing; null for a new one. */
  listing: EditableListing | null;
  uploads: PhotoUploads;
  autosave: DraftAutosave;
  onFields: (fields: Record<string, string>) => void;
  /** Called with the current listing if it was changed elsewhere. */
  onStale: (now: EditableListing) => void;
};

/** Submits the car once all its photos are uploaded, and reports the result. */
export function useSendListing({
  userId,
  draftId,
  content,
  listing,
  uploads,
  autosave,
  onFields,
  onStale,
}: SendListing) {
  const t = useTranslator();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const call = () => {
    const whole = { ...content, photos: finishedPhotos(uploads.photos()) };
    if (!listing) return createListing(userId, { ...whole, id: draftId });
    return saveListing(browserApi, { ...whole, id: listing.id, version: listing.version });
  };

  /**
   * A 422 for a new car means that this draft already became a listing with other content, and the response was lost.
   */
  const words = ({ status, isExplained, message }: ApiFailure) => {
    if (status === 422 && !listing) return t('sell.sentBefore');
    return isExplained ? message : t('sell.failed');
  };

  const explain = async (error: unknown) => {
    if (!isApiFailure(error)) return setFailure(t('sell.failed.network'));
    const now =
      listing && error.status === 409 ? await fetchEditable(browserApi, String(listing.id)).catch(() => null) : null;
    if (now && now.version !== listing?.version) return onStale(now);
    setFailure(words(error));
    onFields(error.fields);
  };

  const send = async () => {
    setFailure(null);
    setBusy(true);
    try {
      if (!(await uploads.settled())) return setFailure(t('sell.photos.unfinished'));
      await autosave.stop();
      const { message } = await call();
      autosave.forget();
      showToast(message);
      await navigate(paths.dashboard);
    } catch (error) {
      autosave.resume();
      await explain(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, failure, clearFailure: () => setFailure(null) };
}

/** Creates a listing. Idempotent per draft. */
function createListing(
  userId: number,
  { id, values, photos, report }: Omit<SellDraft, 'step'>,
): Promise<CreatedResponse> {
  const form = new FormData();
  const fields = {
    user_id: String(userId),
    listing_status: 'requested',
    ...values,
    photos: photos.map(({ key }) => key),
  };
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (report) form.set('report', report.key);
  return sendForm(sellCalls.create, form, { headers: { 'idempotency-key': id } });
}
