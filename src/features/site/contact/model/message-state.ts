/** `new`: nobody looks after it. `taken`: somebody does. `done`: it was answered, or set aside without an answer. */
export const MESSAGE_STATES = ['new', 'taken', 'done'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What a person of the office does with a message: takes it on, gives it back, sets it aside or opens it again. */
export const MESSAGE_CHANGES = ['mine', 'nobody', 'done', 'open'] as const;
export type MessageChange = (typeof MESSAGE_CHANGES)[number];
