/** `npm run settings`: generates docs/settings.md and .env.example from the config schema. */
import { writeFileSync } from 'node:fs';
import { envExample } from './settings/env-example.ts';
import { settingsDocument } from './settings/settings-document.ts';

writeFileSync('docs/settings.md', settingsDocument());
writeFileSync('.env.example', envExample());
