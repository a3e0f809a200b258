import { readFile } from 'node:fs/promises';
import { projectFile } from '#lib/server/project-root.ts';

const KEY = /^scene-([a-z][a-z-]{0,39})$/;

/** Returns the SVG of a media key from content/scenes, or null for other keys and missing files. */
export async function readScene(key: string): Promise<string | null> {
  const [, name] = KEY.exec(key) ?? [];
  if (name === undefined) return null;
  return readFile(projectFile(`content/scenes/${name}.svg`), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
