/** `workflow/observability`: values and names of the store, for people. */
import '../contract/node-version.ts';
export { type Hydrated, hydrateData, hydrateResourceIO, type SealedValue } from '../api/sealed-value.ts';
export { observabilityRevivers, type Revivers } from '../host-values/display-values.ts';
export { parseClassName, parseStepName, parseWorkflowName, type ParsedName } from '../observe/parse-names.ts';
