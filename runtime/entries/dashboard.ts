/** The parts of the runtime that the dashboard's server uses. Not public. */
export type { RequestContext } from '../api/keep-awake.ts';
export { digestOf, findToken, type OperationsScope, type OperationsToken } from '../api/operations-tokens.ts';
export { type DashboardHandler, getRuntime } from '../api/runtime.ts';
export { answerThrown, answerVerb, type Caller, OperationRefusal, readJson, reply } from '../http/execute-verb.ts';
export { localOperations } from '../operations/local-operations.ts';
export { DASHBOARD_PATHS } from '../contract/routes.ts';
export type { Operations } from '../operations/operations.ts';
