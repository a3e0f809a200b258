import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/send-form.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { fileCalls } from '../../shipping-calls.ts';
import type { OrderFilesResponse, SentFileResponse } from '../model/file-contract.ts';
import { newId } from '../model/new-id.ts';
import type { FileKind } from '../model/step.ts';

/** Fetches the documents of an order; null if the caller may not see them. */
export async function fetchFiles(api: ApiClient, orderId: string | number): Promise<OrderFilesResponse | null> {
  try {
    return await api.call(fileCalls.list, { params: { id: orderId } });
  } catch (error) {
    if (isApiFailure(error) && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** Sends a file of an order. Sending it again with the same id has no second effect. */
export function sendOrderFile(orderId: number, id: string, kind: FileKind, file: File): Promise<SentFileResponse> {
  const form = new FormData();
  form.set('id', id);
  form.set('kind', kind);
  form.set('file', file, file.name);
  return sendForm(fileCalls.send, form, { params: { id: orderId } });
}

const withdrawParcel: FormAction = async ({ api, t, values: { order = '', parcel = '', reason = '' } }) => {
  await api.call(fileCalls.withdrawParcel, { params: { id: order, parcel }, body: { reason } });
  return { done: true, message: t('reports.withdrawn') };
};

const withdrawFile: FormAction = async ({ api, t, values: { order = '', file = '', reason = '' } }) => {
  await api.call(fileCalls.withdraw, { params: { id: order, file }, body: { reason } });
  return { done: true, message: t('room.file.withdrawDone') };
};

/** Records that original papers were sent by courier. The form has made the id, so a repeated submission counts once. */
const sendParcel: FormAction = async ({ api, t, values }) => {
  const { order = '', id = newId(), courier = '', tracking_number = '', sent_on = '', contents = '' } = values;
  const body = { id, courier, tracking_number, sent_on, contents };
  await api.call(fileCalls.sendParcel, { params: { id: order }, body });
  return { done: true, message: t('room.parcel.saved') };
};

/** Form actions for the files of an order, and for its originals that were sent by courier. */
export const fileActions: Record<string, FormAction> = {
  'withdraw file': withdrawFile,
  'send parcel': sendParcel,
  'withdraw parcel': withdrawParcel,
};
