/** The fields that classes of errors give their errors, as far as the text of the class tells. */
import { type Node, child, children, staticKey, text, unwrap } from '../ast.ts';
import type { ErrorClassCode } from './error-classes.ts';

/** Fields that all errors have. */
const OF_ALL: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause']);

/** Whether errors have a field of this name because their class says so. */
export const isOwnField = (name: string): boolean => !OF_ALL.has(name);

/** The names of the fields that a class gives each of its errors. Those of its bases are not among them. */
export function fieldsOfErrors({ node }: ErrorClassCode): string[] {
  if (!node.type.startsWith('Class')) return [];
  const names = children(node, 'body').flatMap((member) => {
    if (member.type === 'Constructor')
      return [...children(member, 'params').map(parameterField), ...fieldsSetIn(member)];
    const isField = member.type === 'ClassProperty' && member['isStatic'] !== true && member['isOptional'] !== true;
    return isField ? [staticKey(child(member, 'key'))] : [];
  });
  return [...new Set(names)]
    .filter((name) => name !== null)
    .filter(isOwnField)
    .sort();
}

/** `constructor(readonly code: string)` */
function parameterField(parameter: Node): string | null {
  if (parameter.type !== 'TsParameterProperty') return null;
  const param = child(parameter, 'param')!;
  const name = param.type === 'AssignmentPattern' ? child(param, 'left')! : param;
  return name['optional'] === true ? null : text(name);
}

/** `this.code = code;` */
function fieldsSetIn(constructor: Node): (string | null)[] {
  const body = child(constructor, 'body');
  return (body ? children(body, 'stmts') : []).map((statement) => {
    const set = statement.type === 'ExpressionStatement' ? unwrap(child(statement, 'expression')!) : null;
    const left = set?.type === 'AssignmentExpression' ? unwrap(child(set, 'left')!) : null;
    const isOfThis = left?.type === 'MemberExpression' && child(left, 'object')!.type === 'ThisExpression';
    return isOfThis ? staticKey(child(left, 'property')) : null;
  });
}
