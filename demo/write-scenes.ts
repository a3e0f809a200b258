/** `npm run scenes -w demo`: draws the site's own pictures into content/scenes. */
import { writeFileSync } from 'node:fs';
import { SCENES } from './scenes/draw-scene.ts';

for (const [name, draw] of Object.entries(SCENES))
  writeFileSync(new URL(`../content/scenes/${name}.svg`, import.meta.url), draw());
