import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { shipmentCalls } from '../../shipping-calls.ts';
import type { ScheduleBody, WrittenEvent } from '../model/shipment-contract.ts';

/** Fetches what was reported about an order; null if the caller may not see it. */
export async function fetchReports(api: ApiClient, orderId: string | number): Promise<WrittenEvent[] | null> {
  try {
    return (await api.call(shipmentCalls.events, { params: { id: orderId } })).items;
  } catch (error) {
    if (isApiFailure(error) && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

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
