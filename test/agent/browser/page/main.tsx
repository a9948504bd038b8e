/** A chat page as an application has it: useChat, the transport of ours, and messages that outlive a reload. */
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { StrictMode, useState, type SubmitEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { WorkflowChatTransport } from 'workflow/agent/chat-transport';

const chatId = new URLSearchParams(location.search).get('chat') ?? 'chat';
const transport = new WorkflowChatTransport({ version: 6 });

/** Stands for the application's database, which has what the user has sent. */
const stored = {
  read: (): UIMessage[] => JSON.parse(localStorage.getItem(chatId) ?? '[]') as UIMessage[],
  add: (message: UIMessage): void => localStorage.setItem(chatId, JSON.stringify([...stored.read(), message])),
};

function Chat() {
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse } = useChat({
    id: chatId,
    messages: stored.read(),
    transport,
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const isBusy = status === 'streaming' || status === 'submitted';
  const send = (text: string): void => {
    const message: UIMessage = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
    stored.add(message);
    void sendMessage(message);
  };
  return (
    <main>
      <header>
        <h1>Support</h1>
        <span className="status" data-status={status}>
          {status}
        </span>
      </header>
      <ol>
        {messages.map((message) => (
          <li key={message.id} className={message.role}>
            {message.parts.map((part, at) => (
              <Part key={at} part={part} respond={addToolApprovalResponse} />
            ))}
          </li>
        ))}
        {error && <li role="alert">{error.message}</li>}
      </ol>
      <Composer isBusy={isBusy} send={send} stop={stop} />
    </main>
  );
}

type Respond = (answer: { id: string; approved: boolean; reason?: string }) => void | PromiseLike<void>;

function Part({ part, respond }: { part: UIMessage['parts'][number]; respond: Respond }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (!('toolCallId' in part)) return null;
  return (
    <div className="tool" data-state={part.state}>
      <strong>{LABELS[part.state] ?? 'Working'}</strong>
      <code>
        {part.type.replace('tool-', '')} {JSON.stringify(part.input)}
      </code>
      {part.state === 'approval-requested' && <Choices id={part.approval.id} respond={respond} />}
    </div>
  );
}

const LABELS: Record<string, string> = {
  'approval-requested': 'Needs your approval',
  'approval-responded': 'Answered',
  'output-available': 'Done',
  'output-denied': 'Denied',
  'output-error': 'Failed',
};

function Choices({ id, respond }: { id: string; respond: Respond }) {
  const [reason, setReason] = useState('');
  return (
    <div className="choices">
      <button onClick={() => void respond({ id, approved: true })}>Approve</button>
      <input placeholder="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
      <button className="quiet" onClick={() => void respond({ id, approved: false, reason })}>
        Deny
      </button>
    </div>
  );
}

function Composer({
  isBusy,
  send,
  stop,
}: {
  isBusy: boolean;
  send: (text: string) => void;
  stop: () => Promise<void>;
}) {
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(text);
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <input placeholder="Message" value={text} onChange={(event) => setText(event.target.value)} />
      {isBusy ? (
        <button type="button" className="quiet" onClick={() => void stop()}>
          Stop
        </button>
      ) : (
        <button disabled={text === ''}>Send</button>
      )}
    </form>
  );
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Chat />
  </StrictMode>,
);
