import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const mutantSchema = z.strictObject({
  name: z.string(),
  file: z.string(),
  text: z.string(),
  becomes: z.string(),
  killer: z.string().regex(/\.(test\.tsx?|spec\.ts)$/),
  test: z.string(),
  message: z.string().optional(),
});

/** A change that breaks the product on purpose. `list.yaml` describes the fields. */
export type Mutant = z.infer<typeof mutantSchema>;

export function readMutants(): Mutant[] {
  return z.array(mutantSchema).parse(parse(readFileSync('tests/mutants/list.yaml', 'utf8'), { schema: 'failsafe' }));
}

export const isJourney = ({ killer }: Mutant) => killer.endsWith('.spec.ts');

/** The names that a test has when it runs: values take the places of `%s` and `${…}` in its title. */
export const namesOf = ({ test }: Mutant) =>
  test
    .split(/%[a-z]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');

/** Returns true if the test loads the built site. */
export function needsBuild(mutant: Mutant): boolean {
  return isJourney(mutant) || /pages-app|built-site/.test(readFileSync(mutant.killer, 'utf8'));
}

/** Returns why a mutant cannot run, or null. */
export function problemOf(mutant: Mutant): string | null {
  const { file, text, becomes, killer, test, message } = mutant;
  const [source, killing] = [textOf(file), textOf(killer)];
  if (source === null) return `${file} does not exist`;
  if (killing === null) return `${killer} does not exist`;
  if (source.split(text).length !== 2)
    return `the text to replace occurs ${source.split(text).length - 1} times in ${file}`;
  if (text === becomes) return 'it changes nothing';
  if (!killing.replaceAll("\\'", "'").includes(test)) return `${killer} has no test “${test}”`;
  return needsBuild(mutant) && !message ? 'a mutant of the built site needs a message' : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
