/** The result of analysing a module: all that the three views need. */
import type { Node, Span } from '../ast.ts';
import type { Diagnostic, SourceFile } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import type { Binding, ModuleBindings } from './scope.ts';

/**
 * How a function is written, which decides how a view edits it. An anonymous default export is a declaration. An agent
 * option is any value: the step is a function that gives it.
 */
export type FunctionForm =
  | 'declaration'
  | 'expression'
  | 'object-method'
  | 'object-getter'
  | 'class-method'
  | 'class-getter'
  | 'agent-option';

/** A workflow or a step. */
export interface DirectiveFunction {
  kind: DirectiveKind;
  /** The function; the value of an agent option, of which a method or shorthand is the whole property. */
  node: Node;
  form: FunctionForm;
  /** The statements that mark it; none when its file does, and for agent options. */
  directives: Span[];
  /** `checkout`, `Orders.charge`, `outer/inner`. */
  path: string;
  /** `workflow//<module>//<path>` or `step//<module>//<path>`. */
  id: string;
  /** Nothing but its place among functions of the same name, or of none, decides its id. */
  isOrdered: boolean;
  /** The name that the function has as a value when nothing is done to it; empty for none. */
  valueName: string;
  /**
   * It must be moved out to be registered, because it stands where code can run more than once, in another function or
   * a block, or because it is no value there, as the getter of an object.
   */
  nested: boolean;
  /** The step reads the `this` it is called with. */
  usesSelf: boolean;
  /** The values and functions around a nested step that it uses. */
  captures: Captures;
}

/** The values, functions and steps that a nested step uses from the functions and blocks around it. */
export interface Captures {
  /** Variables that travel by value, by name in alphabetical order. */
  values: Binding[];
  /** Functions and classes that are copied into the step's closure, in source order. */
  helpers: Helper[];
  /** Other nested steps that this one calls. */
  siblings: Sibling[];
  /** An arrow that uses the `this` of the function around it. */
  self: boolean;
}

/** A local function or class that a nested step uses. */
export interface Helper {
  name: string;
  binding: Binding;
  /** A declaration, or the function that a constant holds. */
  node: Node;
}

/** A nested step by the name that another one calls it. */
export interface Sibling {
  name: string;
  step: DirectiveFunction;
}

/** A class that has an id: it defines how its instances are stored, or static steps may be called on it. */
export interface PassableClass {
  name: string;
  classId: string;
  node: Node;
}

/** A parsed file. */
export interface ParsedModule {
  file: SourceFile;
  items: readonly Node[];
  bindings: ModuleBindings;
}

/** A parsed file with its workflows and steps; none in a file without directives. */
export interface FunctionsOfModule extends ParsedModule {
  /** In source order. */
  functions: readonly DirectiveFunction[];
}

/** A module with its workflows, steps and classes, right ones only: the input of all three views. */
export interface ModuleAnalysis extends FunctionsOfModule {
  functions: DirectiveFunction[];
  /** Those that define how their instances are stored, so that these can be passed to steps. */
  classes: PassableClass[];
  /** Other classes that static steps may be called on. */
  calledClasses: PassableClass[];
  /** The statements that mark the file. */
  fileDirectives: Span[];
  /** All directives that stand in the text: no view may hold one. */
  directives: { span: Span; kind: DirectiveKind }[];
  warnings: Diagnostic[];
}

/** The analysis of a module that holds no directive, class or agent. */
export const withoutDirectives = (parsed: ParsedModule): ModuleAnalysis => ({
  ...parsed,
  functions: [],
  classes: [],
  calledClasses: [],
  fileDirectives: [],
  directives: [],
  warnings: [],
});
