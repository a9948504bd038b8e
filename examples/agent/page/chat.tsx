import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { useEffect, useRef } from 'react';
import { WorkflowChatTransport } from 'workflow/agent/chat-transport';
import { Composer } from './composer.tsx';
import { type Respond, ToolCard } from './tool-card.tsx';

/** A server that is being restarted is asked again for about a minute. */
const transport = new WorkflowChatTransport({ version: 6, maxConsecutiveErrors: 10 });

const IDEAS = [
  'Where is order 1042?',
  'The mug of order 1042 came broken. Pay it back, please.',
  'How many blue mugs are left?',
  'What are our terms?',
];

export function Chat({ chatId, saved }: { chatId: string; saved: UIMessage[] }) {
  const { messages, status, error, sendMessage, stop, addToolApprovalResponse } = useChat({
    id: chatId,
    messages: saved,
    transport,
    resume: true,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const isBusy = status === 'submitted' || status === 'streaming';
  const isWaiting = messages.at(-1)?.parts.some(waitsForApproval) ?? false;
  const send = (text: string): void => void sendMessage({ text });
  return (
    <main>
      <header>
        <h1>Support desk</h1>
        <span role="status" className={isBusy ? 'busy' : ''}>
          {isBusy ? 'The agent is at work' : isWaiting ? 'Waits for your approval' : 'Ready'}
        </span>
        <a href="/">New chat</a>
      </header>
      <ol role="log" aria-label="Conversation" aria-busy={isBusy}>
        {messages.map((message) => (
          <Message key={message.id} message={message} respond={addToolApprovalResponse} />
        ))}
        {error && (
          <li role="alert">
            {error.message} <button onClick={() => location.reload()}>Load again</button>
          </li>
        )}
        <End of={messages} />
      </ol>
      {messages.length === 0 && (
        <ul aria-label="Try one of these">
          {IDEAS.map((idea) => (
            <li key={idea}>
              <button onClick={() => send(idea)}>{idea}</button>
            </li>
          ))}
        </ul>
      )}
      <Composer isBusy={isBusy} isWaiting={isWaiting} send={send} stop={() => void stop()} />
    </main>
  );
}

const waitsForApproval = (part: UIMessage['parts'][number]): boolean =>
  'state' in part && part.state === 'approval-requested';

function Message({ message, respond }: { message: UIMessage; respond: Respond }) {
  return (
    <li className={message.role}>
      <span className="speaker">{message.role === 'user' ? 'You' : 'Agent'}</span>
      {message.parts.map((part, at) => {
        if (part.type === 'text') return part.text === '' ? null : <p key={at}>{part.text}</p>;
        return 'toolCallId' in part ? <ToolCard key={part.toolCallId} part={part} respond={respond} /> : null;
      })}
    </li>
  );
}

/** Keeps the newest in view. */
function End({ of: messages }: { of: UIMessage[] }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);
  return <li ref={end} className="end" aria-hidden="true" />;
}
