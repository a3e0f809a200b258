import type { CreatedResponse } from '#features/catalog/sell/model/sell-contract.ts';
import { sendForm } from '#lib/api-client/send-form.ts';
import { adminListingCalls } from '../../office-calls.ts';
import { bodyOf, valuesOfFields } from '../model/admin-listing-fields.ts';

/** Adds a listing from form data. Idempotent per `key`. */
export function addAdminListing(typed: FormData, key: string): Promise<CreatedResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(bodyOf(valuesOfFields(Object.fromEntries(typed))))) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const image of typed.getAll('images')) if (image instanceof File && image.size > 0) form.append('images', image);
  return sendForm(adminListingCalls.add, form, { headers: { 'idempotency-key': key } });
}
