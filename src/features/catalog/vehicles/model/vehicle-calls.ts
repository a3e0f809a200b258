import { callsOf } from '#lib/api-client/api-call.ts';
import type { vehicleContract } from './vehicle-contract.ts';

export const vehicleCalls = callsOf<typeof vehicleContract>({
  list: 'GET /api/vehicles',
  evSpecs: 'GET /api/vehicles/ev-specs',
});
