import { getWritable } from 'workflow';

/** Publishes a line on the stream of the run that this step belongs to. */
export async function publish(line: string): Promise<void> {
  const writer = getWritable<string>().getWriter();
  await writer.write(line);
  writer.releaseLock();
}
