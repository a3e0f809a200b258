import { ConfigError } from '#lib/config-error.ts';
import type { FactName } from './fact-columns.ts';

/** What only the person who sends a table can say. Its answer is an entry of the mapping or an option of the command. */
export type Question = {
  about:
    | 'sheet'
    | 'encoding'
    | 'column'
    | 'currency'
    | 'rate'
    | 'mileageUnit'
    | 'engineUnit'
    | 'dateOrder'
    | 'calendar'
    | 'fillDown'
    | 'photos'
    | 'conflict';
  /** The fact that the answer is needed for; null for the whole file. */
  fact: FactName | null;
  columns: string[];
  /** Up to three cells that show what is open. */
  examples: string[];
  /** The possible answers, if there are only some. */
  choices: string[];
  text: string;
  /** How the command is told the answer; not for people who answer in a call. */
  option: string;
};

/** Nothing is imported before these questions are answered. The message has all of them, for the command. */
export class OpenQuestions extends ConfigError {
  readonly questions: Question[];
  constructor(questions: Question[]) {
    super(questions.map(({ text, option }) => (option ? `${text} ${option}` : text)).join('\n'));
    this.questions = questions;
  }
}

/** Collects what is open while a plan is made. */
export class QuestionList {
  readonly questions: Question[] = [];

  ask(
    about: Question['about'],
    text: string,
    rest: Partial<Pick<Question, 'fact' | 'columns' | 'examples' | 'choices' | 'option'>> = {},
  ): void {
    const { fact = null, columns = [], examples = [], choices = [], option = '' } = rest;
    const shown = [...new Set(examples)].slice(0, 3);
    const named = columns.map((name) => name.trim());
    this.questions.push({ about, fact, columns: named, examples: shown, choices, text, option });
  }
}
