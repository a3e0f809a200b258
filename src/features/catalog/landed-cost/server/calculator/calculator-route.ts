import type { FastifyInstance } from 'fastify';
import { importCalls } from '#features/customs/customs-calls.ts';
import type { Unchecked } from '#lib/api-client/api-call.ts';
import { type ApiClient, isApiFailure } from '#lib/api-client/api-client.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { inProcessApi } from '#lib/server/http/in-process-api.ts';
import type { ReadBudget } from '#lib/server/http/read-budget.ts';
import { requestTranslator } from '#lib/server/i18n/languages.ts';
import { CALCULATOR } from '#paths.ts';
import { landedCostCalls } from '../../../catalog-calls.ts';
import { CALCULATOR_POLICY, type CalculatorAnswer, calculatorPage, FIELDS, type Typed } from './calculator-page.ts';

/** Cost in the client's read budget, as a page costs. */
const COST = 2;

type Needs = {
  /** The budget of reads per client; null: no limit. */
  readBudget: ReadBudget | null;
  siteOrigin: string;
};

/**
 * Serves the calculator of lights and charges that other sites show in a frame. It sets no cookie, runs no script and
 * answers from the public calls.
 */
export function registerCalculator(app: FastifyInstance, { readBudget, siteOrigin }: Needs): void {
  app.get(CALCULATOR, { schema: { hide: true } }, async (request, reply) => {
    readBudget?.spendFor(request, COST);
    const t = requestTranslator(request);
    const { api } = inProcessApi(app, request, { personal: false });
    const typed = typedIn(request.query as Record<string, unknown>);
    const { countries } = await api.call(importCalls.countries);
    const answer = typed.country ? await answerOf(api, typed, typed.country, t) : null;
    const page = calculatorPage({
      t,
      origin: siteOrigin,
      countries: countries
        .filter(({ rules, charges }) => rules + charges > 0)
        .map(({ country }) => ({ country, name: t.region(country) }))
        .sort((a, b) => a.name.localeCompare(b.name, t.locale)),
      typed,
      answer,
    });
    reply.removeHeader('x-frame-options');
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': CALCULATOR_POLICY,
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': answer && 'refusal' in answer ? 'no-store' : 'public, max-age=300',
      })
      .send(page);
  });
}

/** The first value of each field, without spaces around it. */
function typedIn(query: Record<string, unknown>): Typed {
  const first = (value: unknown) => String([value].flat()[0] ?? '').trim();
  return Object.fromEntries(FIELDS.map((name) => [name, first(query[name]) || undefined]));
}

async function answerOf(
  api: ApiClient,
  { cif, ...facts }: Typed,
  country: string,
  t: Translator,
): Promise<CalculatorAnswer> {
  const query = { ...(facts as { [Name in keyof typeof facts]: Unchecked | undefined }), country };
  try {
    return {
      check: await api.call(landedCostCalls.check, { query }),
      charges: cif ? await api.call(importCalls.charges, { query: { ...query, cif } }) : null,
    };
  } catch (error) {
    if (!isApiFailure(error) || error.status >= 500) throw error;
    const wrong = FIELDS.filter((name) => name in error.fields);
    if (error.status !== 400 || wrong.length === 0) return { refusal: error.message };
    return { refusal: t('calculator.invalid', { fields: t.list(wrong.map((name) => t(`calculator.${name}`))) }) };
  }
}
