import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error.ts';
import { ReadBudget } from '#lib/server/http/read-budget.ts';
import { POLICY_REPORTS } from '#lib/server/http/security-headers.ts';
import { pagePattern } from '../metrics/request-facts.ts';

const TYPES = ['application/csp-report', 'application/reports+json'];
const MAX_BODY_BYTES = 32 * 1024;
/** Browsers send up to about ten reports together. */
const MAX_REPORTS = 20;
const PER_CLIENT = 60;
const PER_PROCESS = 600;
/** All of them are counted; lines are only examples. */
const LOGGED_PER_MINUTE = 10;

const DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'worker-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
]);
const KEYWORDS = new Set(['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'about', 'trusted-types-policy']);
const HOST = /^[a-z0-9.-]{1,100}$/;

type Report = { directive: string; blocked: string; page: string };

/** Violations of the policy of pages since the start, by directive. */
export type PolicyViolations = ReadonlyMap<string, number>;

/**
 * Accepts browsers' reports of violations of the Content-Security-Policy. Anyone can send them, so they are limited and only
 * counted, with a few examples in the log. Page addresses may contain secret tokens, so only their pattern is used.
 */
export function registerPolicyReports(app: FastifyInstance, now?: () => number): PolicyViolations {
  const violations = new Map<string, number>();
  const clients = new ReadBudget(PER_CLIENT, now);
  const all = new ReadBudget(PER_PROCESS, now, 1);
  const lines = new ReadBudget(LOGGED_PER_MINUTE, now, 1);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const limit = async ({ ip }: FastifyRequest) => {
      clients.spend(ip, 1);
      all.spend('all', 1);
    };
    scope.post(POLICY_REPORTS, { schema: { hide: true }, onRequest: limit }, async (request, reply) => {
      for (const { directive, ...facts } of reportsIn(request.body)) {
        violations.set(directive, (violations.get(directive) ?? 0) + 1);
        if (isWithin(lines)) request.log.warn({ directive, ...facts }, 'a page was refused something by its policy');
      }
      return reply.code(204).send();
    });
  });
  return violations;
}

function isWithin(budget: ReadBudget): boolean {
  try {
    budget.spend('all', 1);
    return true;
  } catch {
    return false;
  }
}

/** Parses the reports of a body in either format. Throws `malformed` for anything else. */
function reportsIn(body: unknown): Report[] {
  const sent = parse(body);
  const bodies = Array.isArray(sent)
    ? sent
        .slice(0, MAX_REPORTS)
        .flatMap((each) => (fieldsOf(each).type === 'csp-violation' ? [fieldsOf(each).body] : []))
    : [fieldsOf(sent)['csp-report']];
  return bodies.map(fieldsOf).map((report) => ({
    directive: directiveOf(textOf(report, 'effectiveDirective', 'effective-directive', 'violated-directive')),
    blocked: blockedOf(textOf(report, 'blockedURL', 'blocked-uri')),
    page: pagePattern(URL.parse(textOf(report, 'documentURL', 'document-uri'))?.pathname ?? ''),
  }));
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new AppError('malformed', 'a report that is not JSON');
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function textOf(fields: Record<string, unknown>, ...names: string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
}

function directiveOf(text: string): string {
  const name = text.split(' ', 1)[0] ?? '';
  return DIRECTIVES.has(name) ? name : 'other';
}

/** What was blocked: a keyword, or the host of a URL. */
function blockedOf(text: string): string {
  if (KEYWORDS.has(text)) return text;
  const host = URL.parse(text)?.hostname ?? '';
  return HOST.test(host) ? host : 'unknown';
}
