import type { DynamicToolUIPart, ToolUIPart } from 'ai';
import { useState } from 'react';

type ToolPart = ToolUIPart | DynamicToolUIPart;
export type Respond = (answer: { id: string; approved: boolean; reason?: string }) => void | PromiseLike<void>;

const TITLES: Record<string, string> = {
  'tool-findOrder': 'Looks up the order',
  'tool-trackParcel': 'Tracks the parcel',
  'tool-refund': 'Pays back',
  'tool-askWarehouse': 'Asks the warehouse',
};

const STATES: Record<ToolPart['state'], string> = {
  'input-streaming': 'is being prepared',
  'input-available': 'under way',
  'approval-requested': 'needs your approval',
  'approval-responded': 'answered',
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
};

/** A call of a tool: what it is asked, what came of it, and the choice of who has to approve it. */
export function ToolCard({ part, respond }: { part: ToolPart; respond: Respond }) {
  return (
    <section className="tool" data-state={part.state}>
      <h2>
        {TITLES[part.type] ?? part.type} <small>{STATES[part.state]}</small>
      </h2>
      <Facts of={{ ...toRecord(part.input), ...toRecord(part.output) }} />
      {typeof part.output === 'string' && <p>{part.output}</p>}
      {part.state === 'output-error' && <p>{part.errorText}</p>}
      {part.state === 'approval-requested' && <Choice id={part.approval.id} respond={respond} />}
    </section>
  );
}

const toRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

function Facts({ of: facts }: { of: object }) {
  return (
    <dl>
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(fact)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Choice({ id, respond }: { id: string; respond: Respond }) {
  const [reason, setReason] = useState('');
  const answer = (approved: boolean): void => void respond({ id, approved, ...(reason !== '' && { reason }) });
  return (
    <div className="choice">
      <input
        aria-label="Reason"
        placeholder="Reason, if you deny it"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <button onClick={() => answer(true)}>Approve</button>
      <button className="quiet" onClick={() => answer(false)}>
        Deny
      </button>
    </div>
  );
}
