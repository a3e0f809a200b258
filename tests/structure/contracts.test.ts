import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallContract } from '../../src/lib/api-client/api-call.ts';
import { fileResponse } from '../../src/lib/contract-parts.ts';
import { compileSerializer } from '../../src/lib/server/http/schema-compilers.ts';
import { sourceFiles } from './module-graph.ts';

type Contracts = Record<string, CallContract>;
type Calls = Record<string, string>;

/** Exports of the files of a kind whose names end in `suffix`. */
async function exportsOf<Value>(file: RegExp, suffix: string): Promise<[name: string, value: Value][]> {
  const modules = await Promise.all(
    sourceFiles(['src'], file).map((path) => import(/* @vite-ignore */ `../../${path}`)),
  );
  return modules.flatMap((module) => Object.entries<Value>(module).filter(([name]) => name.endsWith(suffix)));
}
const contracts = new Map(await exportsOf<Contracts>(/-contract\.ts$/, 'Contract'));
const calls = await exportsOf<Calls>(/-calls\.ts$/, 'Calls');

test('every contract has its calls, with the parameters that their paths name', () => {
  expect(calls.length).toBeGreaterThan(20);
  for (const [name, group] of calls) {
    const contract = contracts.get(name.replace(/Calls$/, 'Contract'));
    expect(Object.keys(group).sort(), name).toEqual(Object.keys(contract ?? {}).sort());
    for (const [call, pattern] of Object.entries(group)) {
      const params = (contract?.[call]?.params as z.ZodObject | undefined)?.shape ?? {};
      const named = [...pattern.matchAll(/:(\w+)/g)].map(([, param]) => param);
      expect(named.sort(), `${name}.${call}`).toEqual(Object.keys(params).sort());
    }
  }
});

test('every response schema compiles to a serializer', () => {
  const responses = [...contracts.values()].flatMap((contract) =>
    Object.values(contract).flatMap((call) => Object.values(call.responses)),
  );
  expect(responses.length).toBeGreaterThan(200);
  for (const schema of responses) if (schema !== fileResponse) expect(() => compileSerializer(schema)).not.toThrow();
});

/** Kinds of schemas that change values: the browser's type would differ from the sent value. */
const CHANGES = ['pipe', 'transform', 'default', 'prefault', 'catch', 'preprocess'];

/** Returns the schemas inside a schema that change values. */
function changesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const def = (schema as { _zod?: { def: { type: string } & Record<string, unknown> } })._zod?.def;
  if (!def) return Object.values(schema).flatMap((part) => changesIn(part, seen));
  const inner = Object.values(def).flatMap((part) => changesIn(part, seen));
  return CHANGES.includes(def.type) ? [def.type, ...inner] : inner;
}

test('no response schema changes values', () => {
  const changed = [...contracts].flatMap(([name, contract]) =>
    Object.entries(contract).flatMap(([call, { responses }]) =>
      Object.values(responses).flatMap((schema) => changesIn(schema).map((type) => `${name}.${call}: ${type}`)),
    ),
  );
  expect(changed).toEqual([]);
});
