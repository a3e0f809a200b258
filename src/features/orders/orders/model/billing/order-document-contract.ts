import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';
import { idValue } from '#lib/id-value.ts';

export const orderDocumentContract = {
  file: { params: z.object({ id: idValue, document: idValue }), responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
