import type { RegisteredStep } from '../contract/build.ts';
import { getRuntime } from './runtime.ts';

/**
 * The files of the project that the steps of this process have copies of, without those with directives: see
 * `Manifest.stepCopies`. Empty while there is no build.
 */
export function getStepCopies(): readonly string[] {
  const { build } = getRuntime();
  return build?.steps.values().every(isCopied) ? (build.manifest.stepCopies ?? []) : [];
}

const isCopied = ({ layer }: RegisteredStep): boolean => layer?.isCopy === true;
