/** The text of doctor and log about modules that are there twice. */

/** More names do not help. */
const FILES_SHOWN = 20;

/**
 * The lines about them; `null`: there are none. They are no problem in itself: only people know what they keep in a
 * module.
 * @param files The files that the steps have copies of.
 */
export function stepCopiesText(files: readonly string[]): string | null {
  if (files.length === 0) return null;
  const hidden = files.length - FILES_SHOWN;
  return [
    'The steps have copies of these files. One that the application imports too is there twice, with two states:',
    ...files.slice(0, FILES_SHOWN).map((file) => `  ${file}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    '  See "Modules that are there twice" in docs/workflows.md.',
  ].join('\n');
}
