import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { fileResponse } from '#lib/contract-parts.ts';

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

type Serializer = ReturnType<typeof fastJsonStringify>;

const compiled = new WeakMap<z.core.$ZodType, Serializer>();

/** Compiles a serializer that writes only the fields of the schema. */
export function compileSerializer(schema: z.core.$ZodType): Serializer {
  const known = compiled.get(schema);
  if (known) return known;
  const serializer = fastJsonStringify(responseJsonSchema(schema));
  compiled.set(schema, serializer);
  return serializer;
}

/** Returns a serializer that is compiled at its first use: compiling all of them takes most of the time of `createApp`. */
export function serializerOf(schema: z.core.$ZodType): Serializer {
  let serializer: Serializer | undefined;
  return (data: unknown) => {
    serializer ??= compileSerializer(schema);
    return serializer(data);
  };
}

export const serializeByResponseSchema: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) =>
  schema === fileResponse ? refuseJson : serializerOf(schema);

function refuseJson(): never {
  throw new Error('JSON in place of a file');
}
