/** Entry of the process in which a build asks TypeScript: see `types-of-project.ts`. */
import { readStoredTypes } from './read-stored-types.ts';
import type { TypesAnswer, TypesQuestion } from './types-of-project.ts';

process.once('message', async ({ rootDir, files }: TypesQuestion) => {
  // A channel that is closed loses what it has not sent yet.
  process.send!(await answerTo(rootDir, files), () => process.disconnect());
});

async function answerTo(rootDir: string, files: TypesQuestion['files']): Promise<TypesAnswer> {
  try {
    return { types: await readStoredTypes(rootDir, files) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
