/** Attributes that steps set and that callers outside ask for. */
import { isDeepStrictEqual } from 'node:util';
import { changeAttributes, type Attributes } from '../../runtime/contract/attributes.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import type { World } from '../../runtime/world/world.ts';
import { opOf } from './journal-facts.ts';
import type { RunModel } from './store-model.ts';

/** A run has the attributes of its journal: those of each attempt whose result it has, and those it was asked for. */
export async function findAttributeProblems(world: World, { runId, journal, messages, inboxTaken }: RunModel) {
  const problems: string[] = [];
  const names = new Map<number, string | null>();
  let attributes: Attributes = {};
  for (const event of journal) {
    const before = attributes;
    attributes = changedBy(event, before);
    if (event.type === 'attributes_changed' && isDeepStrictEqual(before, attributes))
      problems.push(`noted at ${event.seq} attributes that it had`);
    if (event.type === 'step_created') names.set(event.call, opOf(event).sets);
    if (event.type !== 'step_completed') continue;
    const name = names.get(event.call);
    if (name && attributes[name] !== event.attempt)
      problems.push(`took the result of attempt ${event.attempt} and not its attribute ${name}: ${attributes[name]}`);
  }
  const asked = messages.slice(0, inboxTaken).flatMap(({ content }) => (content.type === 'attributes' ? content : []));
  const label = asked.at(-1)?.attributes['label'];
  if (attributes['label'] !== (label ?? undefined)) problems.push(`has the label ${attributes['label']}, not ${label}`);
  const record = await world.readRun(runId);
  if (!isDeepStrictEqual({ ...record?.attributes }, attributes))
    problems.push(`is listed with other attributes than those of its journal`);
  return problems;
}

function changedBy(event: JournalEvent, attributes: Attributes): Attributes {
  if (event.type === 'run_created') return event.attributes ?? {};
  const isChange = event.type === 'attributes_set' || event.type === 'attributes_changed';
  return isChange ? changeAttributes(attributes, event.attributes) : attributes;
}
