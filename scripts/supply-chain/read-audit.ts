import { z } from 'zod';

const advisory = z.object({ title: z.string(), url: z.string(), range: z.string() });
/** Output of `npm audit --json` after an answer of the registry. */
const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), via: z.array(z.union([z.string(), advisory])) }),
  ),
  metadata: z.object({ dependencies: z.object({ prod: z.int() }) }),
});

export type Audit = { asked: true; packages: number; findings: string[] } | { asked: false; reason: string };

/** Reads the output of `npm audit --json`. Anything except a full report means that the registry did not answer. */
export function readAudit(output: string): Audit {
  const answer = parsed(output);
  const { success, data } = report.safeParse(answer);
  if (!success) return { asked: false, reason: reasonIn(answer) };
  const findings = Object.entries(data.vulnerabilities).map(([name, { severity, via }]) => {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.range}) ${cause.url}`,
    );
    return `${severity}: ${name}: ${causes.join('; ')}`;
  });
  return { asked: true, packages: data.metadata.dependencies.prod, findings };
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

const failure = z.object({ message: z.string().optional(), error: z.object({ summary: z.string() }).optional() });

function reasonIn(answer: unknown): string {
  const { data } = failure.safeParse(answer);
  return data?.message || data?.error?.summary || 'no readable answer';
}
