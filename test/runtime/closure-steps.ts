/** Nested steps without the compiler. */
import type { Build, RegisteredStep, StepFunction } from '../../runtime/contract/build.ts';
import type { Harness } from './harness.ts';

/** Adds a nested step to the code of a harness. @param create Gets the captured values and returns the step. */
export async function useClosure(
  { runtime }: Harness,
  name: string,
  create: (captured: any) => (...args: any[]) => unknown,
): Promise<void> {
  const build = runtime.build as Build;
  const step: RegisteredStep = {
    kind: 'closure',
    create: create as (captured: Record<string, unknown>) => StepFunction,
  };
  await runtime.useBuild({ ...build, steps: new Map([...build.steps, [`step//./test//${name}`, step]]) });
}
