import type { ApiClient } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { newId } from '#lib/random-key.ts';
import { fileCalls, shipmentCalls } from '../../shipping-calls.ts';
import type { OrderFilesResponse, SentFileResponse } from '../model/file-contract.ts';
import type { ScheduleBody, TimelineResponse, WrittenEvent } from '../model/shipment-contract.ts';
import type { FileKind } from '../model/step.ts';

/** Fetches the timeline of an order; null if the caller has no such order. */
export function fetchTimeline(api: ApiClient, orderId: string | number): Promise<TimelineResponse | null> {
  return api.find(shipmentCalls.timeline, { params: { id: orderId } });
}

/** Fetches the documents of an order; null if the caller may not see them. */
export function fetchFiles(api: ApiClient, orderId: string | number): Promise<OrderFilesResponse | null> {
  return api.findPermitted(fileCalls.list, { params: { id: orderId } });
}

/** Fetches the reports about an order; null if the caller may not see them. */
export async function fetchReports(api: ApiClient, orderId: string | number): Promise<WrittenEvent[] | null> {
  return (await api.findPermitted(shipmentCalls.events, { params: { id: orderId } }))?.items ?? null;
}

/** Uploads a file of an order. Repeated calls with the same id change nothing. */
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

/** Form actions for the files of an order, and for original papers sent by courier. */
export const fileActions: Record<string, FormAction> = {
  'withdraw file': withdrawFile,
  'send parcel': sendParcel,
  'withdraw parcel': withdrawParcel,
};

const changeSchedule: FormAction = async ({ api, t, values }) => {
  const { order = '', id = '', step = '', due_on = '', owner = '', reason = '' } = values;
  const body = { id, due_on, reason, step: step as ScheduleBody['step'], owner: owner as ScheduleBody['owner'] };
  await api.call(shipmentCalls.schedule, { params: { id: order }, body });
  return { done: true, message: t('schedule.saved') };
};

const withdraw: FormAction = async ({ api, t, values: { order = '', event = '', reason = '' } }) => {
  await api.call(shipmentCalls.withdraw, { params: { id: order, event }, body: { reason } });
  return { done: true, message: t('reports.withdrawn') };
};

/** Form actions for the reports of an order. */
export const reportActions: Record<string, FormAction> = { 'withdraw report': withdraw };
/** Form actions of the operator for an order's schedule and reports. */
export const scheduleActions: Record<string, FormAction> = { 'change schedule': changeSchedule, ...reportActions };
