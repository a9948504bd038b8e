/** For programs. The form is part of the public interface: `version` changes when it does. */
import type { Report } from './report.ts';

export function formatJson({ typescript, files, findings }: Report): string {
  return JSON.stringify({ version: 1, typescript, files, findings }, null, 2);
}
