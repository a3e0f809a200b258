import type { I18n } from '@lingui/core';
import type { MessageId, MessageKey, MessageValues } from '#generated/messages/message-types.ts';
import { type Formatters, formattersOf } from './formatters.ts';

export type { MessageArea, MessageId, MessageKey } from '#generated/messages/message-types.ts';

export type Language = {
  readonly locale: string;
  /** The direction in which its text runs. */
  readonly dir: 'ltr' | 'rtl';
  /** Changes with any of its messages; part of the names of the files that browsers load. */
  readonly version: string;
};

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The placeholders of a message; of several, all that any of them has. */
type ValuesOf<Id extends MessageId> = Intersection<
  Id extends keyof MessageValues ? MessageValues[Id] : Record<never, never>
>;

type Arguments<Id extends MessageId> = [Id] extends [MessageKey] ? [] : [values: ValuesOf<Id>];

/** A message that is translated later: its id and, where it has any, the values of its placeholders. */
export type Message<Id extends MessageId> = Id extends keyof MessageValues
  ? { messageKey: Id; values: MessageValues[Id] }
  : { messageKey: Id; values?: undefined };

export type AnyMessage = { messageKey: MessageId; values?: Record<string, unknown> | undefined };

/** Writes messages, dates, numbers and amounts in one language. */
export type Translator = Language &
  Formatters & {
    <Id extends MessageId>(id: Id, ...values: Arguments<Id>): string;
    message(message: AnyMessage): string;
    /** Whether a text is the id of a message. */
    hasMessage(text: string): text is MessageKey;
  };

export function createTranslator(language: Language, catalog: I18n): Translator {
  /** Most messages are one text without placeholders, which needs no formatter. */
  const translate = (id: MessageId, values?: unknown) =>
    onlyText(catalog.messages[id]) ?? catalog._(id, values as Record<string, unknown> | undefined);
  return Object.assign(translate, formattersOf(language.locale), language, {
    message: ({ messageKey, values }: AnyMessage) => translate(messageKey, values),
    hasMessage: (text: string): text is MessageKey => Object.hasOwn(catalog.messages, text),
  });
}

function onlyText(compiled: unknown): string | null {
  if (!Array.isArray(compiled) || compiled.length !== 1) return null;
  return typeof compiled[0] === 'string' && !compiled[0].includes('\\') ? compiled[0] : null;
}
