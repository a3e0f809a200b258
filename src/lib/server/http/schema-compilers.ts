import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { fileResponse } from '../../file-response.ts';

/** Checks a request part with its zod schema; what the schema does not name never reaches a handler. */
export const validateWithZod: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: result.error };
  };

/** The JSON Schema (OpenAPI 3.0 dialect: `nullable`) of what a zod schema lets out. */
function responseJsonSchema(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' }) as Schema;
}

/** Writes only the fields that the answer schema lists, at compiled speed. */
export const serializerOf = (schema: z.core.$ZodType) => fastJsonStringify(responseJsonSchema(schema));

export const serializeByResponseSchema: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) =>
  schema === fileResponse ? refuseJson : serializerOf(schema);

function refuseJson(): never {
  throw new Error('JSON in place of a file');
}
