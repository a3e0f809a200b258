import type { PdfPart } from '#lib/server/pdf/pdf-document.ts';
import {
  type FeedbackStep,
  feedbackByStep,
  latestMessages,
  lowReviews,
  reviewsByRating,
} from './report-activity-store.ts';
import {
  comparisonChart,
  keyFigure,
  noData,
  type ReportContext,
  stepTable,
  sumOf,
  sumsByStep,
} from './report-parts.ts';

const MAX_ROWS = 50;
/** Comments and subjects can be long; the back office shows them whole. */
const MOST_LINES = 4;
const averageOf = (rows: FeedbackStep[]) =>
  sumOf(rows, ({ ratingSum }) => ratingSum) / (sumOf(rows, ({ reviews }) => reviews) || 1);

/** Reports reviews of completed bookings and contact messages. */
export async function feedbackReport(context: ReportContext): Promise<PdfPart[]> {
  const { db, period, before, steps, t } = context;
  const now = await feedbackByStep(db, period);
  const past = await feedbackByStep(db, before);
  const reviews = (row: FeedbackStep) => row.reviews;
  const messages = (row: FeedbackStep) => row.messages;
  const stars = (average: number) => (average === 0 ? t('report.noRating') : t.number(average, 'twoDecimals'));
  const figures = [
    keyFigure(t('report.reviews'), sumOf(now, reviews), sumOf(past, reviews), t.number, t),
    keyFigure(t('report.averageRating'), averageOf(now), averageOf(past), stars, t),
    keyFigure(t('report.messages'), sumOf(now, messages), sumOf(past, messages), t.number, t),
  ];
  if (now.length === 0) return [{ figures }, ...noData(t)];
  const ratings = sumsByStep(steps, now, (row) => row.ratingSum);
  const counts = sumsByStep(steps, now, reviews);
  return [
    { figures },
    { heading: t('report.course') },
    comparisonChart(context, { kind: 'bars', title: t('report.reviews'), now, past, pick: reviews }),
    comparisonChart(context, { kind: 'bars', title: t('report.messages'), now, past, pick: messages }),
    { heading: t(period.step === 'day' ? 'report.byDay' : 'report.byMonth') },
    stepTable(context, [
      { head: t('report.reviews'), values: counts, write: t.number },
      { head: t('report.starsGiven'), values: ratings, write: t.number },
      { head: t('report.messages'), values: sumsByStep(steps, now, messages), write: t.number },
    ]),
    ...(await ratingsPart(context)),
    ...(await lowReviewsPart(context)),
    ...(await messagesPart(context)),
  ];
}

async function ratingsPart({ db, period, t }: ReportContext): Promise<PdfPart[]> {
  const ratings = await reviewsByRating(db, period);
  const all = sumOf(ratings, ({ reviews }) => reviews);
  if (all === 0) return [{ text: t('report.noReviews') }];
  const table = {
    columns: [
      { head: t('report.rating'), share: 2 },
      { head: t('report.reviews'), share: 1, figures: true },
      { head: t('report.share'), share: 1, figures: true },
    ],
    rows: ratings.map(({ rating, reviews }) => [
      t('report.stars', { rating }),
      t.number(reviews),
      t.number(reviews / all, 'share'),
    ]),
    total: [t('report.total'), t.number(all), t.number(1, 'share')],
  };
  return [{ heading: t('report.byRating') }, { table }];
}

async function lowReviewsPart({ db, period, t }: ReportContext): Promise<PdfPart[]> {
  const reviews = await lowReviews(db, period, MAX_ROWS);
  if (reviews.length === 0) return [];
  const table = {
    mostLines: MOST_LINES,
    columns: [
      { head: t('report.date'), share: 1.1 },
      { head: t('report.rating'), share: 0.8, figures: true },
      { head: t('report.model'), share: 1.6 },
      { head: t('report.words'), share: 3.5 },
      { head: t('report.answered'), share: 1 },
    ],
    rows: reviews.map(({ at, rating, car, text, answered }) => [
      t.date(at),
      t.number(rating),
      car,
      text,
      t(answered ? 'report.yes' : 'report.no'),
    ]),
  };
  return [
    { heading: t('report.lowReviews') },
    { text: t('report.atMost', { count: MAX_ROWS }), soft: true },
    { table },
  ];
}

async function messagesPart({ db, period, t }: ReportContext): Promise<PdfPart[]> {
  const messages = await latestMessages(db, period, MAX_ROWS);
  if (messages.length === 0) return [];
  const table = {
    mostLines: MOST_LINES,
    columns: [
      { head: t('report.date'), share: 1 },
      { head: t('report.subject'), share: 5 },
    ],
    rows: messages.map(({ at, subject }) => [t.date(at), subject]),
  };
  return [
    { heading: t('report.latestMessages') },
    { text: t('report.atMost', { count: MAX_ROWS }), soft: true },
    { table },
  ];
}
