/** Follows the changes of files as Vite does, so that it has dropped what it knew of a file before that is built. */
import type { ViteDevServer } from 'vite';
import { SettledChanges } from '../shared/settled-changes.ts';
import type { WatchedSources } from '../shared/watch-sources.ts';

/**
 * @param onChange Called after each change that Vite sees. A file that no build needs costs it nothing, and the host
 *   may have dropped modules that steps import.
 */
export function watchByVite({ watcher, config, environments }: ViteDevServer, onChange: () => void): WatchedSources {
  const changes = new SettledChanges(onChange);
  const note = (_event: string, path: string): void => changes.note(path);
  // A runner then drops all modules, some time after the change.
  const noteReload = ({ type }: { type: string }): void => void (type === 'full-reload' && changes.note(null));
  watcher.on('all', note);
  const { outsideEmitter } = environments.ssr.hot.api ?? {};
  outsideEmitter?.on('send', noteReload);
  return {
    watchFiles(files) {
      const outside = [...files].filter((file) => !file.startsWith(`${config.root}/`));
      if (outside.length > 0) watcher.add(outside);
    },
    close() {
      changes.close();
      watcher.off('all', note);
      outsideEmitter?.off('send', noteReload);
    },
  };
}
