/** Compiles the application's own files with directives, so that it can start the workflows that it imports. */
import type { Plugin as RolldownPlugin } from 'rolldown';
import type { Plugin } from 'vite';
import { applicationView, type WorkflowPluginOptions } from '../../compiler/plugin/client-view.ts';
import { noteDirectives } from '../shared/application-files.ts';
import { forVite } from '../shared/for-vite.ts';
import { withLastGoodResult } from '../shared/last-good-result.ts';

/**
 * The plugins for the client view. They must come before all others, which would treat directives as dead text. In
 * development a file that does not compile keeps its last good view.
 */
export function clientViewPlugins(options: WorkflowPluginOptions = {}): (Plugin & { apply: 'serve' | 'build' })[] {
  const create = () => applicationView.vite({ ...options, onDirectives: noteDirectives });
  const forDevelopment = forVite(withLastGoodResult(create() as unknown as RolldownPlugin));
  const forProduction = create();
  return [
    { ...forDevelopment, apply: 'serve', applyToEnvironment: isNotNitro },
    { ...forProduction, apply: 'build', applyToEnvironment: isNotNitro },
  ];
}

/** Nitro's own environment gets the view from `workflow/nitro`. */
const isNotNitro = ({ name }: { name: string }): boolean => name !== 'nitro';
