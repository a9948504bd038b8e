/** Step calls, events and hooks as plain JSON. */
import type { HookInfo } from '../api/hook-info.ts';
import { toStepSummary } from '../api/list-steps.ts';
import type { WaitSummary } from '../api/list-waits.ts';
import type { RunId } from '../contract/ids.ts';
import { errorOf, type JournalRecord } from '../observe/journal-entry.ts';
import type { StepRecord } from '../observe/step-history.ts';
import type { ReadStored } from '../values/codec.ts';
import { toStepInput } from '../values/step-input.ts';
import type { WaitingFor } from '../api/waiting-for.ts';
import type { HookItem, JournalItem, StepItem, WaitItem, WaitingItem } from './items.ts';
import { showError, showPayload, toErrorItem, toJson } from './show-value.ts';
import { shortNameOf } from './short-name.ts';
import { toText } from './run-items.ts';

/** @param options.queuedAt Since when it waits; `null`: it does not. `readStored`: its values are shown, too. */
export function toStepItem(
  runId: RunId,
  step: StepRecord,
  { queuedAt, readStored }: { queuedAt: number | null; readStored?: ReadStored },
): StepItem {
  const summary = toStepSummary(runId, step, queuedAt);
  const { stepId, stepName, label, status, attempt, interruptions } = summary;
  return {
    stepId,
    stepName,
    shortName: shortNameOf(stepName),
    label,
    status,
    attempt,
    interruptions,
    createdAt: summary.createdAt.toISOString(),
    queuedAt: toText(summary.queuedAt),
    startedAt: toText(summary.startedAt),
    completedAt: toText(summary.completedAt),
    retryAt: toText(summary.retryAt),
    lastHeartbeatAt: toText(summary.lastHeartbeatAt),
    lastError: step.error === null ? null : showError(step.error),
    ...(readStored && { input: showPayload(step.input, readStored, (value) => toStepInput(value).args) }),
    ...(readStored && step.result !== null && { result: showPayload(step.result, readStored) }),
  };
}

/** One thing that a run waits for. */
export const toWaitingItem = (wait: WaitingFor): WaitingItem => ({
  kind: wait.kind,
  since: wait.since.toISOString(),
  until: toText(wait.until),
  at: wait.at,
  stepName: wait.stepName ?? null,
  correlationId: wait.stepId ?? wait.correlationId ?? null,
  attempt: wait.attempt ?? null,
  error: wait.error ? toErrorItem(wait.error) : null,
  token: wait.token ?? null,
  childRunId: wait.runId ?? null,
  code: wait.code ?? null,
  message: wait.message ?? null,
});

/** A sleep. */
export const toWaitItem = ({ correlationId, status, createdAt, dueAt, completedAt }: WaitSummary): WaitItem => ({
  correlationId,
  status,
  createdAt: createdAt.toISOString(),
  dueAt: dueAt.toISOString(),
  completedAt: toText(completedAt),
});

/** A hook, without its metadata. */
export const toHookItem = ({ runId, hookId, token, createdAt, isWebhook }: HookInfo): HookItem => ({
  runId,
  hookId,
  token,
  createdAt: createdAt.toISOString(),
  isWebhook,
});

/** @param readStored Given: the value is shown, too. */
export function toJournalItem(record: JournalRecord, readStored?: ReadStored): JournalItem {
  const { facts, payload } = record;
  const { seq, type, at, correlationId, stepName, details } = facts;
  const error = errorOf(record);
  return {
    seq,
    type,
    at: at.toISOString(),
    correlationId,
    stepName,
    shortName: stepName === null ? null : shortNameOf(stepName),
    details: toJson(details) as JournalItem['details'],
    error: error === null ? null : showError(error),
    ...(readStored && payload !== null && { value: showPayload(payload, readStored) }),
  };
}
