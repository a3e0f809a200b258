import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { fileResponse } from '../../file-response.ts';

/** Validates a part of the request with its zod schema. Unknown fields are removed. */
export const validateWithZod: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: result.error };
  };

/** Returns the JSON Schema (OpenAPI 3.0 dialect: `nullable`) of a zod schema's output. */
function responseJsonSchema(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' }) as Schema;
}

/** Compiles a serializer that writes only the fields of the schema. */
export const serializerOf = (schema: z.core.$ZodType) => fastJsonStringify(responseJsonSchema(schema));

export const serializeByResponseSchema: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) =>
  schema === fileResponse ? refuseJson : serializerOf(schema);

function refuseJson(): never {
  throw new Error('JSON in place of a file');
}
