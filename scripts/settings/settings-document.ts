import { z } from 'zod';
import { SETTING_GROUPS } from '#lib/server/config/settings.ts';

const HEADER = `# Settings

Settings are environment variables. An empty variable counts as unset. An invalid value stops the start with one line that names
the setting. [deploy.md](deploy.md) shows which ones a real site needs.

This page is generated from \`src/lib/server/config/settings.ts\` by \`npm run settings\`.
`;

/** Generates the text of docs/settings.md. */
export function settingsDocument(): string {
  const sections = Object.entries(SETTING_GROUPS).map(([heading, group]) =>
    [
      `\n## ${heading}\n`,
      '| Setting | Value | Default | Description |',
      '|---|---|---|---|',
      ...rowsOf(group),
      '',
    ].join('\n'),
  );
  return HEADER + sections.join('');
}

type Setting = { def: { out: z.core.$ZodType }; description?: string | undefined };

function rowsOf(group: Record<string, Setting>): string[] {
  return Object.entries(group).map(([name, setting]) => {
    const value = z.toJSONSchema(setting.def.out, { io: 'input', unrepresentable: 'any' });
    const preset = value.default === undefined ? '–' : `\`${value.default}\``;
    return `| \`${name}\` | ${kindOf(value)} | ${preset} | ${setting.description} |`;
  });
}

function kindOf({ enum: choices, type, minimum, maximum, format }: z.core.JSONSchema.BaseSchema): string {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'integer') return `${minimum} to ${maximum}`;
  if (format === 'uri') return 'URL';
  return format === 'email' ? 'email address' : 'text';
}
