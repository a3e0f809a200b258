import { download } from '#lib/server/http/download.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { fileCalls } from '../../model/file-calls.ts';
import { fileContract } from '../../model/file-contract.ts';
import { listFiles, openFile } from './read-files.ts';
import { type FileDeps, sendFile } from './send-file.ts';

/** A file comes from a stranger, so a browser must run nothing of it. */
const SAFE_HEADERS = { 'content-security-policy': "sandbox; default-src 'none'", 'x-content-type-options': 'nosniff' };

export function fileEndpoints(deps: FileDeps): Endpoint[] {
  const party = { tag: 'Orders', access: 'user-or-admin' } as const;
  return [
    endpoint(fileCalls.list, fileContract.list, {
      ...party,
      permission: 'bookings:read',
      summary: 'The files of an order, for its parties',
      handle: ({ params, caller }) => listFiles(deps, caller, params.id),
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
  ];
}
