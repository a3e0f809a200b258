import { expect, test } from 'vitest';
import { type Decider, problemOfApprover, problemOfProposer } from './approval.ts';

const person = (id: number, facts: Partial<Decider> = {}): Decider => ({
  id,
  enabled: true,
  secondFactor: true,
  waits: false,
  fromEnvironment: false,
  invitedBy: null,
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
  [{ invitedBy: 3 }, { invitedBy: 3 }, null],
  [{ id: 2 }, {}, 'admin.approvals.own'],
  [{ fromEnvironment: true }, {}, 'admin.approvals.environment'],
  [{ waits: true }, {}, 'admin.approvals.waits'],
  [{ secondFactor: false }, {}, 'admin.approvals.noFactor'],
  [{ invitedBy: 2 }, {}, 'admin.approvals.letIn'],
  [{}, { invitedBy: 1 }, 'admin.approvals.letIn'],
  [{}, { enabled: false }, 'admin.approvals.proposerMayNot'],
  [{}, { waits: true }, 'admin.approvals.proposerMayNot'],
] as const)('a person with %j approves what one with %j proposes: %s', (approver, proposer, problem) => {
  expect(problemOfApprover(person(1, approver), person(2, proposer))).toBe(problem);
});
