import { originOf, userOf } from '#lib/server/http/caller.ts';
import { downloadEvidence, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { driverCalls } from '../../orders-calls.ts';
import { driverContract } from '../model/driver-contract.ts';
import { checkLicense, type DriverDeps, openLicense, sendLicense, showDriver } from './drivers.ts';

/** Calls about the driver of a rental. */
export function driverEndpoints(deps: DriverDeps): Endpoint[] {
  const { pool } = deps;
  const party = { access: 'user-or-admin', permission: 'bookings:read' } as const;
  return [
    endpoint(driverCalls.show, driverContract.show, {
      ...party,
      summary: 'The driver of a rental whose terms ask for one, for the renter and staff',
      handle: ({ params, caller }) => showDriver(pool, caller, params.id),
    }),
    endpoint(driverCalls.send, driverContract.send, {
      access: 'user',
      summary: 'Send the driver’s license of a rental as PDF or picture, with the date of birth',
      upload: { files: { file: { most: 1 } } },
      handle: async ({ params, body, files: [file], caller }) => {
        const stated = { bornOn: body.born_on, validUntil: body.valid_until };
        await sendLicense(deps, userOf(caller).id, params.id, stated, file);
        return showDriver(pool, caller, params.id);
      },
    }),
    endpoint(driverCalls.license, driverContract.license, {
      ...party,
      summary: 'The driver’s license of a rental, for the renter and staff; the audit log records when staff open it',
      handle: async ({ params, caller, request, reply }) => {
        const license = await openLicense(pool, caller, params.id, originOf(request));
        return downloadEvidence(reply, `license-${params.id}`, license);
      },
    }),
    endpoint(driverCalls.check, driverContract.check, {
      access: 'admin',
      permission: 'bookings:write',
      summary: 'Accept or refuse the driver’s license of a rental',
      handle: async ({ params, body, caller, request }) => {
        const { accepted: isAccepted, reason, born_on: bornOn, valid_until: validUntil, hash } = body;
        const check = { isAccepted, reason, bornOn, validUntil, hash };
        await checkLicense(deps, caller, params.id, check, originOf(request));
        return showDriver(pool, caller, params.id);
      },
    }),
  ];
}
