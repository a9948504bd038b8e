/** Server-sent events of a response, as a browser reads them. */

export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

/** Ends when the response ends, also when it breaks off. */
export async function* readEvents({ status, body }: Response): AsyncGenerator<ServerEvent, void, void> {
  if (status !== 200) throw new Error(`The stream was answered with ${status}.`);
  let id = '';
  let rest = '';
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => toField(line)));
      id = fields.get('id') ?? id;
      const data = fields.get('data');
      if (data !== undefined) yield { id, event: fields.get('event') ?? 'message', data };
    }
  }
}

function toField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
