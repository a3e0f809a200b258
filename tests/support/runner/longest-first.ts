import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files by measured time. Started last, one would run alone at the end. */
const LONGEST = [
  'tests/stories/stories.db.test.ts',
  'tests/app/access-matrix.db.test.ts',
  'tests/payments/pairs/sales.db.test.ts',
  'scripts/dev.db.test.ts',
  'demo/cars/draw-car.test.ts',
  'tests/payments/interleavings.db.test.ts',
  'tests/catalog/same-answers.db.test.ts',
  'tests/payments/failed-refunds.db.test.ts',
  'scripts/start.db.test.ts',
  'tests/stories/claim-stories.db.test.ts',
  'tests/catalog/random-filters.db.test.ts',
  'demo/scenes/covers/covers.test.ts',
  'demo/scenes/draw-scene.test.ts',
];

/** Starts with the slowest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
