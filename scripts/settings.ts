/** `npm run settings`: generates docs/settings.md from the config schema. */
import { writeFileSync } from 'node:fs';
import { settingsDocument } from './settings/settings-document.ts';

writeFileSync('docs/settings.md', settingsDocument());
