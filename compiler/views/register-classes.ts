/** Makes the classes known whose instances can be passed; every view does, so that all sides have them. */
import { children } from '../ast.ts';
import { quote } from './function-text.ts';
import { COMPILED_MODULE, type ViewBuilder } from './view-builder.ts';

/** Registers each class when it is evaluated. */
export function registerClasses(builder: ViewBuilder): void {
  for (const { classId, node } of builder.analysis.classes) {
    const registerClass = builder.import(COMPILED_MODULE, 'registerClass');
    const last = children(node, 'body').at(-1)!;
    // The member before may be a field that ends without a semicolon.
    builder.edits.insert(last.span.end, `; static { ${registerClass}(${quote(classId)}, this); }`);
  }
}
