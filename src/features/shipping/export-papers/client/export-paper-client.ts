import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { exportPaperCalls } from '../../shipping-calls.ts';
import type { ExportPapersResponse } from '../model/export-paper-contract.ts';

/** Fetches the export papers of an order; null if the caller may not see them. */
export function fetchExportPapers(api: ApiClient, orderId: number): Promise<ExportPapersResponse | null> {
  return api.findPermitted(exportPaperCalls.read, { params: { id: orderId } });
}

const textOf = (value = '') => (value.trim() === '' ? null : value.trim());
/** Returns 0, which is out of every range, for anything but digits, so that the server reports the field. */
const wholeOf = (value = '') => (value.trim() === '' ? null : /^\d+$/.test(value.trim()) ? Number(value) : 0);

const saveGoods: FormAction = async ({ api, t, values }) => {
  const body = {
    hs_code: textOf(values.hs_code),
    engine_number: textOf(values.engine_number),
    origin: textOf(values.origin),
    weight_kg: wholeOf(values.weight_kg),
    length_mm: wholeOf(values.length_mm),
    width_mm: wholeOf(values.width_mm),
    height_mm: wholeOf(values.height_mm),
    seen: wholeOf(values.seen),
  };
  await api.call(exportPaperCalls.save, { params: { id: values.order ?? '', listing: values.listing ?? '' }, body });
  return { done: true, message: t('exportPapers.saved') };
};

/** Form actions for the facts on export papers. */
export const exportPaperActions: Record<string, FormAction> = { 'save goods': saveGoods };
