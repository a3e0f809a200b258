import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files by measured time. Started last, one would run alone at the end. */
const LONGEST = [
  'tests/stories/stories.db.test.ts',
  'tests/payments/news/order-news.db.test.ts',
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

/**
 * Runs the projects one after the other, each from its slowest file on. A worker ends before a file of another project, and its successor
 * loads all modules again, so the slowest files of two projects must not alternate.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return found === -1 ? LONGEST.length : found;
    };
    // Vitest sorts by project and then by the time of earlier runs.
    const sorted = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...sorted.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => rank(a) - rank(b)));
  }
}
