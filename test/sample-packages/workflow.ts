/** The parts of `workflow` that samples import. */
export { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from '../../runtime/values/class-registry.ts';
export { FatalError } from '../../runtime/values/step-errors.ts';
