import type { ApiClient } from '#lib/api-client/api-client.ts';
import { driverCalls } from '../../orders-calls.ts';
import type { DriverResponse } from '../model/driver-contract.ts';

/** Fetches the driver of a rental; null if its terms ask for none, or the caller may not see it. */
export function fetchDriver(api: ApiClient, orderId: number): Promise<DriverResponse | null> {
  return api.findPermitted(driverCalls.show, { params: { id: orderId } });
}
