/**
 * The process that builds for the plugin of tsserver, which must not load a bundler itself. It answers each question,
 * and again when files on disk have changed. It ends with the process that started it.
 */
import { createBuildQueue } from '../../integrations/shared/build-queue.ts';
import { loadAsRunsDo } from '../../integrations/shared/load-as-runs-do.ts';
import { SourceWatcher } from '../../integrations/shared/watch-sources.ts';
import { createInspector } from '../analysis/hosts/build-inspector.ts';
import type { BuildQuestion } from '../analysis/project/build-sources.ts';

let question: BuildQuestion | null = null;
let inspect: ReturnType<typeof createInspector> | null = null;
const watcher = new SourceWatcher({ folders: [], onChange: () => void build() });

const build = createBuildQueue(async () => {
  if (!inspect || !question) return;
  const answer = await inspect();
  watcher.watchFiles([...question.sources, ...Object.keys(answer.texts)]);
  process.send?.(answer);
});

process.on('message', (asked: BuildQuestion) => {
  const isSame = question?.rootDir === asked.rootDir && String(question.dirs) === String(asked.dirs);
  question = asked;
  if (!isSame || !inspect) {
    const { rootDir, dirs } = asked;
    inspect = createInspector({
      rootDir,
      dirs,
      sources: () => question!.sources,
      unsaved: () => question!.unsaved,
      tryBundle: loadAsRunsDo,
    });
  }
  void build();
});
process.on('disconnect', () => process.exit());
