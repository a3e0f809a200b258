import { expect, test } from 'vitest';
import { type Decider, problemOfApprover, problemOfProposer } from './approval.ts';

const person = (id: number, facts: Partial<Decider> = {}): Decider => ({
  id,
  enabled: true,
  secondFactor: true,
  waits: false,
  fromEnvironment: false,
  letInBy: [],
  ...facts,
});

test.each([
  [{}, null],
  [{ fromEnvironment: true }, null],
  [{ enabled: false }, 'admin.approvals.disabled'],
  [{ secondFactor: false }, 'admin.approvals.noFactor'],
  [{ waits: true }, 'admin.approvals.waits'],
] as const)('a person with %j may propose: %s', (facts, problem) => {
  expect(problemOfProposer(person(1, facts))).toBe(problem);
});

test.each([
  [{}, {}, null],
  [{ letInBy: [3] }, { letInBy: [3] }, null],
  [{ id: 2 }, {}, 'admin.approvals.own'],
  [{ fromEnvironment: true }, {}, 'admin.approvals.environment'],
  [{ waits: true }, {}, 'admin.approvals.waits'],
  [{ secondFactor: false }, {}, 'admin.approvals.noFactor'],
  [{ letInBy: [3, 2] }, {}, 'admin.approvals.letIn'],
  [{}, { letInBy: [1, 3] }, 'admin.approvals.letIn'],
  [{}, { enabled: false }, 'admin.approvals.proposerMayNot'],
  [{}, { waits: true }, 'admin.approvals.proposerMayNot'],
] as const)('a person with %j approves what one with %j proposes: %s', (approver, proposer, problem) => {
  expect(problemOfApprover(person(1, approver), person(2, proposer))).toBe(problem);
});
