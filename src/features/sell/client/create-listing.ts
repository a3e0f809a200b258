import { sendForm } from '#lib/api-client/send-form.ts';
import { sellCalls } from '../model/sell-calls.ts';
import type { CreatedResponse } from '../model/sell-contract.ts';
import type { SellDraft } from '../model/sell-draft.ts';

/** Creates a listing. Idempotent per draft. */
export function createListing(
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
