import { readFile, writeFile } from 'node:fs/promises';

/** Replaces the content of a JSON file. */
export async function editJson<Content extends object>(
  file: string,
  edit: (content: Content) => Content,
): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8')) as Content;
  await writeFile(file, `${JSON.stringify(edit(content), null, 2)}\n`);
}
