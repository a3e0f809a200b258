import { englishText } from '../../../scripts/order-acts/english-text.ts';

/** Matches an English message of the catalog with anything in place of its values. */
export function patternOf(id: string): RegExp {
  const parts = englishText(id).split(/\{(?:[^{}]|\{[^{}]*\})*\}/);
  const words = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${words.join('.+')}$`);
}
