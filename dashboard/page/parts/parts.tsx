/** Small parts that all pages are made of. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { messageOf, session } from '../api.ts';
import { addressOf, followLink } from '../router.ts';
import { formatAgo, formatTime } from '../words.ts';

/** The present moment; it goes on each second. */
export const now = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);

interface LinkProps {
  /** A path below the base of the page. */
  to: string;
  query?: Record<string, string>;
  class?: string;
  'aria-current'?: 'page';
  children: ComponentChildren;
}

/** A link within the page. */
export function Link({ to, query, children, ...rest }: LinkProps) {
  return (
    <a href={addressOf(to, query)} onClick={followLink} {...rest}>
      {children}
    </a>
  );
}

/** A time as people say it; the exact one is its title. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="soft">–</span>;
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at, now.value)}
    </time>
  );
}

type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle';

const STATES: Record<string, { tone: Tone; shape: keyof typeof SHAPES }> = {
  completed: { tone: 'good', shape: 'check' },
  failed: { tone: 'bad', shape: 'cross' },
  cancelled: { tone: 'idle', shape: 'dash' },
  running: { tone: 'busy', shape: 'ring' },
  pending: { tone: 'idle', shape: 'dot' },
  parked: { tone: 'warn', shape: 'square' },
  paused: { tone: 'warn', shape: 'bars' },
  retrying: { tone: 'warn', shape: 'ring' },
  abandoned: { tone: 'idle', shape: 'dash' },
};

/** Each state has a shape of its own: colour alone says nothing to many. */
const SHAPES = {
  check: 'M2 6.5 5 9.5 10.5 3',
  cross: 'M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5',
  dash: 'M2 6H10',
  ring: 'M6 1.8A4.2 4.2 0 1 1 1.8 6',
  dot: 'M6 4.5v3M4.5 6h3',
  square: 'M2.5 2.5h7v7h-7z',
  bars: 'M4 2.5v7M8 2.5v7',
} as const;

/** The tone of a state. */
export const toneOf = (state: string): Tone => STATES[state]?.tone ?? 'idle';

/** The state of a run or a step. */
export function Status({ state, children }: { state: string; children?: ComponentChildren }) {
  const { tone, shape } = STATES[state] ?? STATES['pending']!;
  return (
    <span class={`status ${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" class={state === 'running' ? 'spin' : ''}>
        <path d={SHAPES[shape]} fill="none" stroke="currentcolor" stroke-width="1.8" stroke-linecap="round" />
      </svg>
      {children ?? state}
    </span>
  );
}

/** A place in the user's source, which opens the editor in development. */
export function Place({ at }: { at: string | null }) {
  if (at === null) return null;
  const match = /^(.*):(\d+):(\d+)$/.exec(at);
  const template = session.value?.editorUrl;
  if (!match || !template) return <code>{at}</code>;
  const [, path, line, column] = match as unknown as [string, string, string, string];
  const href = template.replace('{path}', encodeURI(path)).replace('{line}', line).replace('{column}', column);
  return (
    <a href={href} class="mono" title="Open in the editor">
      {at}
    </a>
  );
}

/** A question or a form above the page. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current!.showModal(), []);
  return (
    <dialog ref={element} aria-label={title} onClose={onClose} onCancel={onClose}>
      <div class="stack">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** A short message that goes by itself. */
interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

const TOAST_MS = 8_000;
const toasts = signal<readonly Toast[]>([]);
let lastToast = 0;

/** Says something for a moment. @param undo Takes back what it tells. */
export function say(text: string, undo?: () => void): void {
  const id = ++lastToast;
  toasts.value = [...toasts.value, { id, text, ...(undo && { undo }) }];
  setTimeout(() => (toasts.value = toasts.value.filter((toast) => toast.id !== id)), TOAST_MS);
}

/** The messages. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, undo }) => (
        <div class="toast" key={id}>
          <span>{text}</span>
          {undo && (
            <button
              onClick={() => {
                toasts.value = toasts.value.filter((toast) => toast.id !== id);
                undo();
              }}
            >
              Undo
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

/** Why something could not be read. */
export function Trouble({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p class="bad" role="alert">
      {messageOf(error)}
    </p>
  );
}

/** A button that copies a text. */
export function Copy({ text, label }: { text: string; label: string }) {
  const [done, setDone] = useState(false);
  return (
    <button
      class="plain"
      title={label}
      aria-label={label}
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setDone(true);
        setTimeout(() => setDone(false), 1_500);
      }}
    >
      {done ? 'copied' : 'copy'}
    </button>
  );
}
