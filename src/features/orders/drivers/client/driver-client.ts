import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import { driverCalls } from '../../orders-calls.ts';
import type { DriverResponse } from '../model/driver-contract.ts';

/** Fetches the driver of a rental; null if its terms ask for none, or the caller may not see it. */
export async function fetchDriver(api: ApiClient, orderId: number): Promise<DriverResponse | null> {
  try {
    return await api.call(driverCalls.show, { params: { id: orderId } });
  } catch (error) {
    if (isApiFailure(error) && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}
