import { z } from 'zod';
import { ERROR_CODES } from '../../app-error.ts';
import { serializerOf } from './schema-compilers.ts';

/** The body of every error response. Clients of the specification read `message` or `error`; both hold the same text. */
export const errorBody = z
  .object({
    flag: z.literal('0'),
    message: z.string(),
    error: z.string(),
    code: z.enum(ERROR_CODES),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional().describe('What is wrong with each input'),
  })
  .meta({ id: 'Error', description: 'An error' });
export type ErrorBody = z.output<typeof errorBody>;

export const serializeError: (body: ErrorBody) => string = serializerOf(errorBody);
