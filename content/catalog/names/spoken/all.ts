import * as arabic from './arabic.ts';
import * as chinese from './chinese.ts';
import * as greek from './greek.ts';
import * as hindi from './hindi.ts';
import * as japanese from './japanese.ts';
import * as korean from './korean.ts';
import * as russian from './russian.ts';
import type { SpokenNames } from './spoken.ts';
import * as thai from './thai.ts';
import * as urdu from './urdu.ts';

/** Names of makes and models in scripts and spellings that the catalog lacks, by language. */
export const SPOKEN: readonly SpokenNames[] = [chinese, arabic, russian, hindi, japanese, korean, greek, thai, urdu];
