import { expect, test } from 'vitest';
import { Background } from './background.ts';

const ROOM = 100;

/** Fills the background with work that ends when `end` is called. */
function filled() {
  const errors: unknown[] = [];
  const background = new Background((error) => errors.push(error));
  const { promise, resolve: end } = Promise.withResolvers<void>();
  for (let work = 0; work < ROOM; work++) background.run(() => promise, 'needed');
  return { background, errors, end };
}

test('settles once all work has ended, and reports what failed', async () => {
  const errors: unknown[] = [];
  const background = new Background((error) => errors.push(error));
  const ended: string[] = [];
  background.run(async () => void ended.push('an email'), 'needed');
  background.run(() => Promise.reject(new Error('the mail server is away')), 'optional');
  await background.settled();
  expect([ended, errors]).toEqual([['an email'], [new Error('the mail server is away')]]);
});

test('above 100 works, leaves out what is optional and refuses what is needed', async () => {
  const { background, errors, end } = filled();
  const begun: string[] = [];
  const work = (name: string) => async () => void begun.push(name);
  background.run(work('optional'), 'optional');
  expect(() => background.run(work('needed'), 'needed')).toThrow(
    expect.objectContaining({ code: 'overloaded', options: { retryAfter: 5 } }),
  );
  expect(begun).toEqual([]);
  expect(errors, 'one report for several in a row').toHaveLength(1);
  end();
  await background.settled();
  background.run(work('later'), 'needed');
  expect(begun).toEqual(['later']);
});
