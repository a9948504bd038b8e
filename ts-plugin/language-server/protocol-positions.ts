/** Positions in the form of the protocol: lines and characters count from 0, in UTF-16 units. */
import type { Position, Range } from 'vscode-languageserver';
import type { Project } from '../analysis/project/project.ts';
import type { Span } from '../../compiler/ast.ts';
import { Positions } from '../../compiler/code-frame.ts';

/** Converts positions in the files of a project while no text changes. The lines of each file are found once. */
export class ProtocolPositions {
  readonly #project: Project;
  readonly #known = new Map<string, Positions>();

  constructor(project: Project) {
    this.#project = project;
  }

  toRange(path: string, { start, end }: Span): Range {
    return { start: this.toPosition(path, start), end: this.toPosition(path, end) };
  }

  toPosition(path: string, index: number): Position {
    const { line, column } = this.#of(path).at(index);
    return { line: line - 1, character: column };
  }

  toSpan(path: string, { start, end }: Range): Span {
    return { start: this.toIndex(path, start), end: this.toIndex(path, end) };
  }

  toIndex(path: string, { line, character }: Position): number {
    return this.#of(path).indexAt({ line: line + 1, column: character });
  }

  #of(path: string): Positions {
    const positions = this.#known.get(path) ?? new Positions(this.#project.text(path)?.code ?? '');
    this.#known.set(path, positions);
    return positions;
  }
}
