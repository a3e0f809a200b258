import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { fileCalls } from '../../../shipping-calls.ts';
import { fileContract } from '../../model/file-contract.ts';
import { sendParcel, withdrawParcel } from './parcels.ts';
import { listFiles, listOpenings, openFile } from './read-files.ts';
import { type FileDeps, sendFile } from './send-file.ts';
import { withdrawFile } from './withdraw-file.ts';

/** Keeps browsers from running anything in a file, which is not trusted. */
const SAFE_HEADERS = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' };

export function fileEndpoints(deps: FileDeps & { siteOrigin: string }): Endpoint[] {
  const shipmentDeps = { pool: deps.media.pool, clock: deps.clock, siteOrigin: deps.siteOrigin };
  const party = { access: 'user-or-admin' } as const;
  return [
    endpoint(fileCalls.list, fileContract.list, {
      ...party,
      permission: 'bookings:read',
      summary: 'The files of an order, for its parties',
      handle: ({ params, caller, t }) => listFiles(deps, caller, params.id, t),
    }),
    endpoint(fileCalls.send, fileContract.send, {
      ...party,
      permission: 'bookings:write',
      summary: 'Send a PDF or picture of an order; its bytes are kept as they are; idempotent by id',
      upload: { files: { file: { most: 1 } } },
      handle: ({ params, body, files, caller }) => sendFile(deps, caller, params.id, body, files),
    }),
    endpoint(fileCalls.open, fileContract.open, {
      ...party,
      permission: 'bookings:read',
      summary: 'Open a file of an order; every opening is recorded',
      handle: async ({ params, caller, reply }) => {
        const { file, name, type } = await openFile(deps, caller, params.id, params.file);
        reply.headers({ ...SAFE_HEADERS, 'content-length': file.bytes });
        return download(reply, name, type, file.stream);
      },
    }),
    endpoint(fileCalls.withdraw, fileContract.withdraw, {
      ...party,
      permission: 'bookings:write',
      summary: 'Withdraw a file that was sent by mistake; it stays shown with the reason, but counts as no paper',
      handle: ({ params, body, caller }) => withdrawFile(deps.media.pool, caller, params, body.reason),
    }),
    endpoint(fileCalls.sendParcel, fileContract.sendParcel, {
      ...party,
      permission: 'bookings:write',
      summary: 'Say that original papers were sent by courier, and email the buyer; idempotent by id',
      handle: ({ params, body, caller }) => sendParcel(shipmentDeps, caller, params.id, body),
    }),
    endpoint(fileCalls.withdrawParcel, fileContract.withdrawParcel, {
      ...party,
      permission: 'bookings:write',
      summary:
        'Withdraw the report of a parcel that was a mistake, and email the buyer; it stays shown with the reason',
      handle: ({ params, body, caller }) => withdrawParcel(shipmentDeps, caller, params.id, params.parcel, body.reason),
    }),
    endpoint(fileCalls.openings, fileContract.openings, {
      access: 'admin',
      permission: 'bookings:read',
      summary: 'Who opened which file of an order or of its claims, the newest first',
      handle: ({ params }) => listOpenings(deps, params.id),
    }),
  ];
}
