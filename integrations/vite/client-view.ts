/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';
import { clientView, type WorkflowPluginOptions } from '../../compiler/plugin/client-view.ts';
import { forVite } from '../shared/for-vite.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';

/**
 * The plugins for the client view. They must come before all others, which would treat directives as dead text. In
 * development a file that does not compile keeps its last good view.
 */
export function clientViewPlugins(options: WorkflowPluginOptions = {}): (Plugin & { apply: 'serve' | 'build' })[] {
  const forDevelopment = forVite(withLastGoodResult(clientView.vite(options) as unknown as RolldownPlugin));
  const forProduction = clientView.vite(options);
  return [
    { ...forDevelopment, apply: 'serve', applyToEnvironment: isNotNitro },
    { ...forProduction, apply: 'build', applyToEnvironment: isNotNitro },
  ];
}

/** Nitro's own environment gets the view from `workflow/nitro`. */
const isNotNitro = ({ name }: { name: string }): boolean => name !== 'nitro';
