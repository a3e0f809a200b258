import type pg from 'pg';
import { AppError } from '#lib/app-error.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { verifyCalls } from '../../site-calls.ts';
import { verifyContract } from '../model/verify-contract.ts';
import { verifyCode, verifyFile } from './verify-document.ts';

/** Codes are random, so the limit only slows down load, not guessing. */
const LIMIT = { uses: 120, inSeconds: 600 };

export function verifyEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(verifyCalls.read, verifyContract.read, {
      access: 'anyone',
      summary: 'Verify a document by the code printed on it',
      limit: LIMIT,
      handle: ({ params }) => verifyCode(pool, params.code),
    }),
    endpoint(verifyCalls.check, verifyContract.check, {
      access: 'anyone',
      summary: 'Verify the PDF of a document: whether it is the file that was issued',
      limit: LIMIT,
      upload: { files: { file: { most: 1 } } },
      handle: async ({ files: [file] }) => {
        if (!file) throw new AppError('malformed', 'no file', { fields: { file: 'is missing' } });
        return verifyFile(pool, file);
      },
    }),
  ];
}
