import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** An import of one project file by another, or of a package by its name. */
export type Import = { from: string; to: string; typeOnly: boolean };

const SOURCE = /\.tsx?$/;
const ROOTS: Record<string, string> = { '#generated/': '.generated/', '#content/': 'content/', '#': 'src/' };

export function sourceFiles(folders: string[], pattern = SOURCE): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => pattern.test(path))
    .sort();
}

export function importsOf(path: string): Import[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'));
  const typeOnly = (entries: { isType: boolean }[]) => entries.length > 0 && entries.every((entry) => entry.isType);
  const requests = [
    ...module.staticImports.map((found) => ({ to: found.moduleRequest.value, typeOnly: typeOnly(found.entries) })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [{ to: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      to: readFileSync(path, 'utf8').slice(start + 1, end - 1),
      typeOnly: false,
    })),
  ];
  return requests.map(({ to, typeOnly: isType }) => ({ from: path, to: resolveImport(path, to), typeOnly: isType }));
}

function resolveImport(from: string, request: string): string {
  if (request.startsWith('.')) return normalize(join(dirname(from), request));
  const root = Object.keys(ROOTS).find((prefix) => request.startsWith(prefix));
  return root === undefined ? request : normalize(ROOTS[root] + request.slice(root.length));
}

/** Returns import cycles, ignoring type-only imports. */
export function cyclesOf(imports: Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports) {
    if (!typeOnly && existsSync(to)) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    for (const next of targets.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
