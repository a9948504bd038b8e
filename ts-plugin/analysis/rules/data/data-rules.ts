/** 3xxx: values that cross a boundary. */
import { unwrap } from '../../../../compiler/ast.ts';
import type { FileCode } from '../../code/call-sites.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Rule, RuleGroup } from '../../findings/rule.ts';
import type { DeclarationPlace, TypeView } from '../../project/host.ts';
import type { Project, ProjectFile } from '../../project/project.ts';
import { type BoundaryValue, listBoundaryValues } from './boundary-values.ts';
import { checkChangedArguments } from './changed-arguments.ts';
import { offerMethods } from './class-methods.ts';
import { declarationsIn } from './declarations.ts';
import { dataError } from './messages.ts';
import { type Obstacle, findObstacle } from './serializable.ts';
import { type TypedValue, typedValues } from './value-parts.ts';

const RULES: readonly Rule[] = [
  { code: 'data_argument_unserializable', number: 3001, severity: 'error' },
  { code: 'data_result_unserializable', number: 3002, severity: 'error' },
  { code: 'data_payload_unserializable', number: 3003, severity: 'error' },
  { code: 'data_class_unserializable', number: 3004, severity: 'error' },
  { code: 'data_value_lossy', number: 3005, severity: 'warning' },
  { code: 'data_capture_unserializable', number: 3007, severity: 'error' },
  { code: 'data_type_unknown', number: 3008, severity: 'off' },
  { code: 'data_literal_large', number: 3009, severity: 'hint' },
];

/** The rules of 3xxx, except 3006, which the compiler finds. Without types only 3009 is found. */
export const dataRules: RuleGroup = { rules: RULES, calls: [checkChangedArguments], check };

const REFUSED = {
  argument: 'data_argument_unserializable',
  result: 'data_result_unserializable',
  payload: 'data_payload_unserializable',
  capture: 'data_capture_unserializable',
} as const;

function* check(context: FileCode): Iterable<Finding> {
  const { project, file } = context;
  const values = listBoundaryValues(context);
  for (const value of values) yield* checkLargeLiteral(file, value);
  if (!project.types || values.length === 0) return;
  for (const typed of typedValues(context, project.types, values)) yield* checkValue(context, typed);
}

function* checkValue(context: FileCode, { value, view, sound }: TypedValue): Iterable<Finding> {
  const { file } = context;
  const { name, target, node } = value;
  if (view.kind === 'unknown' && /^(?:any|unknown)$/.test(view.text)) {
    yield createFinding(
      file,
      node.span,
      dataError('data_type_unknown', { path: name, found: `"${view.text}"`, target }),
    );
    return;
  }
  if (value.kind === 'result' && isModel(view)) return;
  const obstacle = findObstacle(view, declarationsIn(context), sound);
  if (obstacle) yield toFinding(context, value, obstacle);
}

/** A step that returns a model is called on the host by the step that uses the model, so nothing is stored. */
function isModel(view: TypeView): boolean {
  const names = view.kind === 'object' ? new Set(view.properties().map(({ name }) => name)) : null;
  return names !== null && names.has('specificationVersion') && names.has('doStream');
}

function toFinding({ project, file }: FileCode, value: BoundaryValue, obstacle: Obstacle): Finding {
  const { found, arrives, declaration } = obstacle;
  const facts = { path: value.name + obstacle.path, found, target: value.target };
  const related = placesOf(project, obstacle);
  if (obstacle.kind === 'lossy') {
    return createFinding(file, value.node.span, dataError('data_value_lossy', { ...facts, arrives }), { related });
  }
  if (obstacle.kind === 'class' && declaration) {
    const fixes = offerMethods(project, declaration);
    return createFinding(file, value.node.span, dataError('data_class_unserializable', facts), { related, fixes });
  }
  return createFinding(file, value.node.span, dataError(REFUSED[value.kind], facts), { related });
}

function placesOf(project: Project, { member, declaration }: Obstacle): Finding['related'] {
  return [
    ...toRelated(project, member, 'It is declared here.'),
    ...toRelated(project, declaration, 'This is the class.'),
  ];
}

function toRelated(project: Project, place: DeclarationPlace | null, message: string): Finding['related'] {
  const code = place && project.text(place.path)?.code;
  if (!place || code === undefined || code === null) return [];
  const [name] = /^(?:[\p{ID_Continue}$]+|.)/su.exec(code.slice(place.index)) ?? [''];
  return [{ file: place.path, span: { start: place.index, end: place.index + name.length }, message }];
}

/** About the size of a page of the store. */
const CHARACTERS_MAX = 8192;
const LITERALS = new Set(['ObjectExpression', 'ArrayExpression', 'StringLiteral', 'TemplateLiteral']);

/** Reports a literal that is longer than a page of the store. */
function checkLargeLiteral(file: ProjectFile, { node, target }: BoundaryValue): Finding[] {
  const { type, span } = unwrap(node);
  const size = span.end - span.start;
  if (size <= CHARACTERS_MAX || !LITERALS.has(type)) return [];
  return [createFinding(file, node.span, dataError('data_literal_large', { size, target }))];
}
