import { type SubmitEvent, useState } from 'react';

interface ComposerProps {
  isBusy: boolean;
  /** The agent cannot go on, nor begin anew. */
  isWaiting: boolean;
  send(text: string): void;
  stop(): void;
}

export function Composer({ isBusy, isWaiting, send, stop }: ComposerProps) {
  const [text, setText] = useState('');
  const canSend = !isWaiting && text.trim() !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy || !canSend) return;
    send(text);
    setText('');
  };
  return (
    <form onSubmit={submit}>
      <input
        aria-label="Message"
        placeholder="Write to the agent"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isBusy ? (
        <button key="stop" type="button" className="quiet" onClick={stop}>
          Stop
        </button>
      ) : (
        <button key="send" disabled={!canSend}>
          Send
        </button>
      )}
    </form>
  );
}
