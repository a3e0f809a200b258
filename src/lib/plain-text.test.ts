import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PROGRAM = `
  const { compareNames, plainNumber } = await import('./src/lib/plain-text.ts');
  console.log(plainNumber(1234567), ['Zotye', 'Ä', 'Aion'].toSorted(compareNames).join());
`;

test.each(['C.UTF-8', 'de_DE.UTF-8', 'sv_SE.UTF-8'])(
  'numbers and the order of names do not depend on the language %s',
  (language) => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      env: { ...process.env, LC_ALL: language, LANG: language },
      encoding: 'utf8',
    });
    expect(stdout).toBe('1,234,567 Ä,Aion,Zotye\n');
  },
);
