import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './module-graph.ts';

/** Classes and declarations with left or right instead of start and end. They do not flip in right-to-left languages. */
const CLASS =
  /(?<![\w-])-?(?:(?:scroll-)?(?:[mp][lr]|left|right)-(?:\d|px|auto|full|\[|\()|(?:border-[lr]|rounded-[tb]?[lr]|(?:text|float|clear|origin|object)-(?:left|right))(?![a-z]))/;
const DECLARATION =
  /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear|transform-origin)\s*:[^;]*\b(?:left|right)\b|gradient\(\s*to (?:left|right)/;

test('classes and styles use start and end instead of left and right', () => {
  const found = sourceFiles(['src'], /\.(tsx|css)$/)
    .filter((path) => !path.endsWith('.test.tsx'))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => (path.endsWith('.css') ? DECLARATION : CLASS).test(line))
        .map((line) => `${path}: ${line}`),
    );
  expect(found).toEqual([]);
});

test('the patterns match physical directions and not logical ones', () => {
  for (const bad of ['class="ml-2"', "'flex pr-[3px]'", 'class="md:left-0"', 'text-left', '-mr-px', 'rounded-tl-lg'])
    expect(bad).toMatch(CLASS);
  for (const fine of ['ms-2', 'start-0', 'text-start', 'rounded-ss-lg', 'me-auto', 'html-2'])
    expect(fine).not.toMatch(CLASS);
  expect('  margin-left: 1rem;').toMatch(DECLARATION);
  expect('  text-align: right;').toMatch(DECLARATION);
  expect('  margin-inline-start: 1rem;').not.toMatch(DECLARATION);
});
