import type { Translator } from '#lib/i18n/translator.ts';
import type { CarFact } from '../model/car.ts';
import type { Missing } from '../model/charges/operators.ts';
import type { Doubt, Reason, Verdict } from '../model/verdict/verdict.ts';

type Gates = Pick<Verdict, 'light' | 'doubts' | 'reasons' | 'checkedOn'>;

/** Says in one sentence why a light is what it is, by its gravest doubt. */
export function sentenceOf({ light, doubts: [doubt], reasons, checkedOn }: Gates, t: Translator): string {
  if (light === 'green' || !doubt) return t('importRules.allowed', { date: checkedOn ? t.date(checkedOn) : '' });
  return sentenceOfDoubt(doubt, reasons, t);
}

export function sentenceOfDoubt(doubt: Doubt, reasons: Reason[], t: Translator): string {
  const reasonFor = (id: string) => reasons.find(({ ruleId }) => ruleId === id)!;
  const gateOf = (id: string) => t(`importRules.gate.${reasonFor(id).gate}`);
  switch (doubt.why) {
    case 'prohibited':
    case 'conditional':
      return reasonFor(doubt.ruleId).sentence;
    case 'factMissing':
      return t('importRules.factMissing', { facts: factsText(doubt.facts, t), count: doubt.facts.length });
    case 'unsourced':
      return t('importRules.unsourced', { sentence: reasonFor(doubt.ruleId).sentence });
    case 'noRule':
      return t('importRules.noRule', { gate: t(`importRules.gate.${doubt.gate}`) });
    case 'stale':
      return t('importRules.stale', {
        gate: gateOf(doubt.ruleId),
        date: t.date(reasonFor(doubt.ruleId).checkedOn),
      });
    case 'thin':
      return t('importRules.thin', { gate: gateOf(doubt.ruleId) });
  }
}

const factsText = (facts: readonly CarFact[], t: Translator) =>
  t.list(facts.map((fact) => t(`importRules.fact.${fact}`)));

/** Names what a sum lacks. */
export function missingResponse(missing: Missing, t: Translator) {
  return {
    what: missing.what,
    code: 'code' in missing ? missing.code : null,
    facts: 'facts' in missing ? missing.facts : [],
    sentence: missingText(missing, t),
  };
}

function missingText(missing: Missing, t: Translator): string {
  switch (missing.what) {
    case 'facts':
      return t('importRules.missing.facts', {
        name: missing.name,
        facts: factsText(missing.facts, t),
        count: missing.facts.length,
      });
    case 'amount':
    case 'newPrice':
      return t(`importRules.missing.${missing.what}`, { name: missing.name });
    case 'rate':
      return t('importRules.missing.rate', { currency: missing.currency });
    default:
      return t(`importRules.missing.${missing.what}`);
  }
}
