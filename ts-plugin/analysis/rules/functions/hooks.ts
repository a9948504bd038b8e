/** Hooks whose payloads no code takes, and webhooks that no code answers. */
import type { Reference } from '../../../../compiler/analyze/scope.ts';
import { type Node, child, children, parentOf, staticKey, text, takerOf } from '../../../../compiler/ast.ts';
import { type CallSite, isDropped, nameOfPackage, calledText } from '../../code/call-sites.ts';
import { definedHookMethod } from '../../code/defined-hooks.ts';
import { memberRead, usesOfDeclarator, usesOfValue, literalOf, propertiesOf } from '../../code/held-values.ts';
import { functionAround } from '../../code/surroundings.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { functionError } from './messages.ts';

/** Members of a hook that can be read without waiting for it. */
const FACTS = new Set(['token', 'url', 'metadata']);

/** Whether a call opens a hook or a webhook. */
export function opensHook({ project, file, callee, origin }: CallSite): boolean {
  const name = nameOfPackage(origin, 'workflow');
  if (name !== null) return name === 'createHook' || name === 'createWebhook';
  return definedHookMethod(project, file, callee) === 'create';
}

/** A hook of which only the address is used. */
export function checkUnusedHook(site: CallSite): Finding | null {
  const { file, contexts, node, callee } = site;
  if (!opensHook(site) || !contexts.isOnly(node, 'workflow') || !isUnused(site)) return null;
  const called = calledText(file.source.code, callee);
  return createFinding(file, node.span, functionError('function_hook_unused', { called }));
}

function isUnused({ file, node }: CallSite): boolean {
  if (isDropped(node)) return true;
  const { taker } = takerOf(node);
  const pattern = taker?.type === 'VariableDeclarator' ? child(taker, 'id') : null;
  if (pattern?.type === 'ObjectPattern') return children(pattern, 'properties').every(isFactOfPattern);
  const declaration = declarationOf(taker);
  const uses = declaration?.type === 'VariableDeclaration' ? usesOfValue(file, node) : null;
  return uses !== null && uses.every(isFact);
}

/** `const { token } = createHook()`. */
function isFactOfPattern(property: Node): boolean {
  return property.type !== 'RestElement' && FACTS.has(staticKey(child(property, 'key')) ?? '');
}

function declarationOf(declarator: Node | null): Node | undefined {
  return declarator?.type === 'VariableDeclarator' ? parentOf(declarator) : undefined;
}

function isFact({ node, writes }: Reference): boolean {
  const property = writes ? null : memberRead(node);
  return property !== null && FACTS.has(staticKey(property) ?? '');
}

/** A webhook with manual replies whose requests are certainly not answered. */
export function checkUnansweredWebhook(site: CallSite): Finding | null {
  const { file, contexts, node, args, origin } = site;
  if (nameOfPackage(origin, 'workflow') !== 'createWebhook') return null;
  const reply = propertiesOf(args[0]).find(({ name }) => name === 'respondWith');
  if (!reply || literalOf(reply.value)?.value !== 'manual' || !contexts.isOnly(node, 'workflow')) return null;
  const uses = usesOfValue(file, node);
  if (!uses || uses.length === 0 || !uses.every((use) => isFact(use) || takesUnanswered(site, use))) return null;
  return createFinding(file, reply.node.span, functionError('function_webhook_unanswered', {}));
}

/** `const request = await hook`, where only members other than `respondWith` are read. */
function takesUnanswered({ file }: CallSite, { node, writes }: Reference): boolean {
  const { taker: waiting } = takerOf(node);
  if (writes || waiting?.type !== 'AwaitExpression') return false;
  if (isDropped(waiting)) return true;
  const requests = usesOfValue(file, waiting);
  return (
    requests !== null &&
    requests.every((use) => {
      const property = use.writes ? null : memberRead(use.node);
      return property !== null && isNoReply(staticKey(property));
    })
  );
}

function isNoReply(member: string | null): boolean {
  return member !== null && member !== 'respondWith';
}

/** A second hook with a token that a hook before it in the same block still holds. */
export function checkTokenTwice(site: CallSite, before: readonly CallSite[]): Finding | null {
  const token = tokenOf(site);
  if (!token || !site.contexts.isOnly(site.node, 'workflow')) return null;
  const isHeld = before.some((other) => tokenOf(other)?.value === token.value && holdsBefore(other, site));
  if (!isHeld) return null;
  return createFinding(site.file, token.node.span, functionError('function_hook_token_twice', { token: token.value }));
}

function tokenOf(site: CallSite): { value: string; node: Node } | null {
  if (!opensHook(site)) return null;
  const option = propertiesOf(site.args[0]).find(({ name }) => name === 'token');
  const value = option && literalOf(option.value)?.value;
  return typeof value === 'string' ? { value, node: option!.value } : null;
}

/** Whether both are in the same block, and the first is a constant that is never disposed of or passed on. */
function holdsBefore(first: CallSite, second: CallSite): boolean {
  const { file } = first;
  const declaration = declarationOf(takerOf(first.node).taker);
  if (declaration?.type !== 'VariableDeclaration' || first.node.span.start >= second.node.span.start) return false;
  if (functionAround(first.node) !== functionAround(second.node)) return false;
  const block = parentOf(declaration);
  if (!block || block !== blockOf(second)) return false;
  const declarator = takerOf(first.node).taker!;
  return usesOfDeclarator(file, declarator).every((use) => isFact(use) || isTaken(use));
}

/** The block that holds the statement of a call. */
function blockOf({ node }: CallSite): Node | undefined {
  for (let at = parentOf(node); at; at = parentOf(at)) {
    if (/^(?:VariableDeclaration|UsingDeclaration|ExpressionStatement|ReturnStatement)$/.test(at.type))
      return parentOf(at);
  }
  return undefined;
}

/** The hook is awaited, or asked whether it got its token. */
function isTaken({ node, writes }: Reference): boolean {
  if (writes) return false;
  const property = memberRead(node);
  if (property) return text(property) === 'getConflict';
  return takerOf(node).taker?.type === 'AwaitExpression';
}
