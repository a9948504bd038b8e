/**
 * The types that a build for production asks for, from a process of its own: a server that builds when it starts would
 * keep the memory of TypeScript 5 or 6, some 200 MB.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FileQuestions, ReadTypes } from '../../../compiler/build/contract-types.ts';
import { ownFile } from '../../../compiler/own-code.ts';
import { findTypeScript } from './find-typescript.ts';

/** Asked once. */
export interface TypesQuestion {
  rootDir: string;
  files: readonly FileQuestions[];
}

/** The answers, or the text of the error that TypeScript has thrown. */
export type TypesAnswer = { types: Awaited<ReturnType<ReadTypes>> } | { failure: string };

/**
 * @param rootDir Absolute. Its TypeScript and its `tsconfig.json` count.
 * @param warn Told when TypeScript fails. That is no failure of the build, which then holds no types.
 */
export function typesOfProject(rootDir: string, warn: (text: string) => void): ReadTypes {
  return async (files) => {
    const { kind } = findTypeScript(rootDir);
    const isTyped = kind !== 'none' && kind !== 'unsupported' && existsSync(join(rootDir, 'tsconfig.json'));
    if (!isTyped) return null;
    try {
      const answer = await ask({ rootDir, files });
      if ('types' in answer) return answer.types;
      warn(`${WITHOUT_TYPES} ${answer.failure}`);
    } catch (error) {
      warn(`${WITHOUT_TYPES} ${String(error)}`);
    }
    return null;
  };
}

const WITHOUT_TYPES = 'TypeScript cannot tell the types of steps, so this build is compared with others by names only:';

async function ask(question: TypesQuestion): Promise<TypesAnswer> {
  // Options of a test runner or a debugger are not meant for it.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = fork(ownFile('ts-plugin/analysis/hosts/types-process'), { execArgv: [], env });
  return await new Promise((resolve, reject) => {
    child.once('message', (answer: TypesAnswer) => resolve(answer)).once('error', reject);
    child.once('exit', (code, signal) => {
      const end = (): void => reject(new Error(`The process with TypeScript ended (${signal ?? code}).`));
      // Until then its answer may still be on the way.
      if (child.connected) child.once('disconnect', end);
      else end();
    });
    child.send(question);
  });
}
